// Writes the embedded database of DATA_DIR into an archive: npm run backup -- FILE. A running server goes on serving.
import { runServerProgram } from "./build.mjs";

runServerProgram("backup");
