import { Note } from "./Note.tsx";

/** Note that is shown instead of content that the server does not offer. */
export const NotOffered = () => <Note tone="info">Этот сервер такой возможности не предлагает.</Note>;
