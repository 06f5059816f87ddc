import { Note } from "./Note.tsx";

/** Note in place of content for which the server does not have the operations. */
export const NotOffered = () => <Note tone="info">Этот сервер такой возможности не предлагает.</Note>;
