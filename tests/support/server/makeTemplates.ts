// Makes the templates of embedded databases in the folder that is named: node --import tsx tests/support/server/makeTemplates.ts FOLDER
import { makeTemplates } from "./demoTemplate.ts";

const [, , folder] = process.argv;
if (!folder) throw new Error("Name the folder");
await makeTemplates(folder);
