import { fileURLToPath } from "node:url";

const project = new URL("../../", import.meta.url);

/** A path in the folder of the project, whole: it lies two above this file, and two above the built server. */
export const inProject = (path: string): string => fileURLToPath(new URL(path, project));
