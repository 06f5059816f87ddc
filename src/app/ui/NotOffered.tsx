import { Note } from "./Note.tsx";

/** Note of a screen whose calls the server lacks, because the documents do not have them. */
export const NotOffered = () => <Note tone="info">Этот сервер такой возможности не предлагает.</Note>;
