// Creates the embedded databases that tests copy, in a folder:
//   node --import tsx tests/support/server/makeTemplates.ts FOLDER
import { makeTemplates } from "./demoTemplate.ts";

const [, , folder] = process.argv;
if (!folder) throw new Error("Name the folder");
await makeTemplates(folder);
