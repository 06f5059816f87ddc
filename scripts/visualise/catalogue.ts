import { readFileSync } from "node:fs";
import { graphOf } from "#machines/inspector/graph.ts";
import { machineFiles, machinesIn } from "./drawings.ts";

/** File that contains the list of machines. */
export const catalogueFile = "machines/README.md";

const START = "<!-- catalogue: written by npm run visualise -->";
const END = "<!-- end of the catalogue -->";

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

/**
 * Returns a copy of the text in which the part between the two markers is the current list of machines. Throws if a
 * marker is missing.
 */
export const withCatalogue = async (text: string): Promise<string> => {
  const [start, end] = [text.indexOf(START), text.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`${catalogueFile}: the markers of the catalogue are missing`);
  const rows = await Promise.all(machineFiles().map(rowsOf));
  const table = ["| machine | folder | purpose | states |", "| --- | --- | --- | --- |", ...rows.flat()].join("\n");
  return `${text.slice(0, start + START.length)}\n${table}\n${text.slice(end)}`;
};
