// Restores the embedded database of DATA_DIR from an archive: npm run restore -- FILE. With --force, replaces an
// existing database; the replaced database stays in DATA_DIR under the name "<folder>.before-<time>".
import { runServerProgram } from "./build.mjs";

runServerProgram("restore");
