import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Returns the nearest folder with a package.json, or the root folder if there is none. The search starts at `folder`
 * and continues with its parents.
 */
const projectFolder = (folder: string): string =>
  existsSync(join(folder, "package.json")) || folder === dirname(folder) ? folder : projectFolder(dirname(folder));

const project = projectFolder(dirname(fileURLToPath(import.meta.url)));

/** Returns the absolute path of a project file. Works from the sources and from the build. */
export const resolveProjectPath = (path: string): string => join(project, path);
