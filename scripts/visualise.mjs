// Draws the diagrams of all machines into machines/diagrams, and writes the list of machines into machines/CATALOGUE.md.
// With --check it only lists outdated files and fails if there are any; with --json FOLDER it writes the machine
// configurations for Stately instead.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { register } from "tsx/esm/api";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));
register();
const { allDrawings, allMachines, definitionOf, folder } = await import("./visualise/drawings.ts");
const { catalogueFile, createCatalogue } = await import("./visualise/catalogue.ts");
const drawings = await allDrawings();
const catalogue = await createCatalogue();
const isCatalogueStale = !existsSync(catalogueFile) || readFileSync(catalogueFile, "utf8") !== catalogue;
mkdirSync(folder, { recursive: true });

const present = readdirSync(folder);
const isStale = (name) => !present.includes(name) || readFileSync(`${folder}/${name}`, "utf8") !== drawings.get(name);
const stale = [...drawings.keys()].filter(isStale);
const leftOver = present.filter((name) => !drawings.has(name));

const jsonAt = process.argv.indexOf("--json");
if (jsonAt > 0) {
  const target = process.argv[jsonAt + 1] ?? ".cache/stately";
  mkdirSync(target, { recursive: true });
  const machines = await allMachines();
  for (const machine of machines) writeFileSync(`${target}/${machine.id}.json`, definitionOf(machine));
  console.log(`${machines.length} definitions written to ${target}`);
} else if (process.argv.includes("--check")) {
  for (const name of [...stale, ...leftOver]) console.error(`${folder}/${name} is stale: run npm run visualise`);
  if (isCatalogueStale) console.error(`${catalogueFile} is stale: run npm run visualise`);
  process.exitCode = stale.length + leftOver.length > 0 || isCatalogueStale ? 1 : 0;
} else {
  for (const name of stale) writeFileSync(`${folder}/${name}`, drawings.get(name));
  for (const name of leftOver) rmSync(`${folder}/${name}`);
  if (isCatalogueStale) writeFileSync(catalogueFile, catalogue);
  console.log(`${drawings.size} files, ${stale.length} written, ${leftOver.length} removed`);
}
