import { Note } from "./Note.tsx";

/** Note in place of content that the server does not offer. */
export const NotOffered = () => <Note tone="info">Этот сервер такой возможности не предлагает.</Note>;
