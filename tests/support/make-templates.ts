// Makes the templates of embedded databases in the folder that is named: node --import tsx tests/support/make-templates.ts FOLDER
import { makeTemplates } from "./demo-template.ts";

const [, , folder] = process.argv;
if (!folder) throw new Error("Name the folder");
await makeTemplates(folder);
