import { expect, test } from "vitest";
import { coveringPaths } from "../support/cover.ts";
import { statusChangeModel } from "../support/models/statusChange.ts";
import { playWithFakes } from "../support/play.ts";

const models = [statusChangeModel];

test.each(models)("the covering paths of $machine.id, which the browser takes too, hold with fakes", async (model) => {
  for (const path of coveringPaths(model)) {
    const [first] = path;
    expect(await playWithFakes(model, path)).toEqual([first?.from, ...path.map(({ to }) => to)]);
  }
});
