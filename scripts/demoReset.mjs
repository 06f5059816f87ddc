// Resets the demo data. Deletes the contents of the configured database (DATA_DIR or DATABASE_URL) and creates the same
// data as the first start does.
import { runServerProgram } from "./build.mjs";

runServerProgram("reset", { DEMO: "1" });
