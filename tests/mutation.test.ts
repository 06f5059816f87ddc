import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { areas } from "../scripts/mutation/areas.ts";
import { equivalents } from "../scripts/mutation/equivalents.ts";
import { listFaults } from "../scripts/mutation/tableFaults.ts";
import { allMachines } from "../scripts/visualise/drawings.ts";

test("areas of mutation testing — name only machines that exist", async () => {
  const known = (await allMachines()).map(({ id }) => id);
  expect(areas.flatMap(({ machines }) => machines).filter((id) => !known.includes(id))).toEqual([]);
});

test("equivalent mutants — refer to code and transitions that exist in an area of mutation testing", async () => {
  const mutated = areas.flatMap(({ machines }) => machines);
  const tables = (await allMachines())
    .filter(({ id }) => mutated.includes(id))
    .flatMap(({ id, config }) => listFaults(config).map((name) => `${id}: ${name}`));
  const isCode = (name: string) => {
    const [file = "", mutant = ""] = name.split(".ts: ");
    const [original = ""] = mutant.split(" → ");
    if (!areas.some(({ pathPrefix }) => file.startsWith(pathPrefix))) return false;
    return readFileSync(`${file}.ts`, "utf8").replace(/\s+/g, " ").includes(original);
  };
  expect(Object.keys(equivalents).filter((name) => !tables.includes(name) && !isCode(name))).toEqual([]);
});
