// Restores the embedded database of DATA_DIR from an archive: npm run restore -- FILE. With --force, replaces existing
// data and keeps them beside.
import { runServerProgram } from "./build.mjs";

runServerProgram("restore");
