import { Note } from "./Note.tsx";

/** Note on a screen whose extension operations the server does not offer. */
export const NotOffered = () => <Note tone="info">Этот сервер такой возможности не предлагает.</Note>;
