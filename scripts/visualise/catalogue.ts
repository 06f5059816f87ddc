import { readFileSync } from "node:fs";
import { graphOf } from "#machines/inspector/graph.ts";
import { machineFiles, machinesIn } from "./drawings.ts";

/** Generated file with the list of machines. */
export const catalogueFile = "machines/CATALOGUE.md";

const HEAD = `# Catalogue of machines

Written by \`npm run visualise\`. [README.md](README.md) explains how machines are written.

| machine | folder | purpose | states |
| --- | --- | --- | --- |
`;

const DOCSTRING = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const \w+Machine =/;

/** Returns the first sentence of the docstring above the machine in a file. Throws if the machine has no docstring. */
const describeMachine = (file: string): string => {
  const [, docstring] = DOCSTRING.exec(readFileSync(file, "utf8")) ?? [];
  const [sentence] = (docstring ?? "")
    .replace(/\s*\n?\s*\*\s|\s+/g, " ")
    .trim()
    .split(/(?<=\.) /);
  if (!sentence) throw new Error(`${file}: the machine has no docstring`);
  return sentence;
};

const rowsOf = async (file: string): Promise<string[]> => {
  const folder = file.split("/").slice(1, -1).join("/");
  return (await machinesIn(file)).map(graphOf).map(({ id, states }) => {
    const [, ...inner] = states;
    return `| [${id}](diagrams/${id}.svg) | ${folder} | ${describeMachine(file)} | ${inner.length} |`;
  });
};

/** Returns the text of the catalogue with one row for each machine. */
export const createCatalogue = async (): Promise<string> => {
  const rows = await Promise.all(machineFiles().map(rowsOf));
  return `${HEAD}${rows.flat().join("\n")}\n`;
};
