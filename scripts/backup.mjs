// Writes the embedded database of DATA_DIR into an archive: npm run backup -- FILE. A running server is not
// interrupted.
import { runServerProgram } from "./build.mjs";

runServerProgram("backup");
