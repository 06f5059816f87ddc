import { readFileSync } from "node:fs";
import type { ElkNode } from "elkjs/lib/elk.bundled.js";
import { expect, test } from "vitest";
import { and, not, or, setup } from "xstate";
import { graphOf } from "#machines/inspector/graph.ts";
import { heatMap } from "../../scripts/coverage/report.ts";
import { allMachines, definitionOf } from "../../scripts/visualise/drawings.ts";
import { layOut } from "../../scripts/visualise/layout.ts";
import { svgOf } from "../../scripts/visualise/svg.ts";

const door = setup({
  guards: { isOpen: () => true, isLocked: () => false },
  delays: { pause: 500, patience: () => 9 },
}).createMachine({
  id: "door",
  initial: "idle",
  states: {
    left: { type: "final" },
    moving: {
      after: { pause: "idle", patience: "left" },
      on: {
        stop: [
          { guard: and(["isOpen", not("isLocked")]), target: "idle" },
          { guard: or(["isOpen", "isLocked"]), target: "left" },
        ],
      },
    },
    idle: { on: { go: [{ guard: "isOpen", target: "moving" }, { target: "left" }] } },
  },
});

const nodesOf = (node: ElkNode): ElkNode[] => [node, ...(node.children ?? []).flatMap(nodesOf)];

test("drawing of a machine — numbers the branches of an event and shows delays and guards", async () => {
  const svg = await svgOf(graphOf(door));
  const texts = [...svg.matchAll(/<text[^>]*>([^<]+)/g)].map(([, text]) => text);
  for (const text of [
    "1. go [isOpen]",
    "2. go",
    "after pause = 500 ms",
    "after patience",
    "1. stop [isOpen and not isLocked]",
    "2. stop [isOpen or isLocked]",
  ])
    expect(texts).toContain(text);
});

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

const boxOf = ({ x = 0, y = 0, width = 0, height = 0 }: Omit<ElkNode, "id">): Box => ({
  left: x,
  top: y,
  right: x + width,
  bottom: y + height,
});

const isOver = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

test("drawing of a machine — places no state above the initial state, and lets no labels overlap", async () => {
  for (const machine of [door, ...(await allMachines())]) {
    const graph = graphOf(machine);
    const drawing = await layOut(graph);
    const boxes = new Map(nodesOf(drawing).map((node) => [node.id, boxOf(node)]));
    for (const { id, parent } of graph.states.filter(({ isInitial }) => isInitial)) {
      const siblings = graph.states.filter((state) => state.parent === parent);
      const above = siblings.filter((state) => (boxes.get(state.id)?.bottom ?? 0) < (boxes.get(id)?.top ?? 0));
      expect(above, id).toEqual([]);
    }
    const labels = (drawing.edges ?? []).flatMap((edge) => edge.labels ?? []);
    const covered = labels.filter((one, at) => labels.slice(at + 1).some((other) => isOver(boxOf(one), boxOf(other))));
    expect(covered, machine.id).toEqual([]);
  }
});

test("heat map — has a legend and a different colour for each class of frequency", async () => {
  const svg = await heatMap(graphOf(door), {
    states: { "door.idle": 1, "door.moving": 50 },
    edges: { "door.idle|go|1": 2_000 },
    asserted: {},
    exempt: {},
  });
  for (const text of ["never", "1 to 9 times", "10 to 999 times", "1,000 times or more"])
    expect(svg).toContain(`>${text}<`);
  expect(svg).toContain('id="state door.idle" class="atomic is-warm"');
  expect(svg).toContain('id="state door.moving" class="atomic is-hot"');
  expect(svg).toContain('id="state door.left" class="final is-cold"');
  expect(svg).toContain('id="edge door.idle|go|1" class="event is-burning"');
  const css = readFileSync("src/app/inspect/drawing.css", "utf8");
  const coloursOf = (name: string): string[] => {
    const variable = css.match(new RegExp(`\\.${name} > path \\{\\s*stroke: var\\((--\\w+)\\)`))?.[1];
    const [, light, dark] = css.match(new RegExp(`${variable}: light-dark\\((#\\w+), (#\\w+)\\)`)) ?? [];
    return [light ?? "", dark ?? ""];
  };
  const colours = ["is-cold", "is-warm", "is-hot", "is-burning"].map(coloursOf);
  for (const theme of [0, 1]) {
    expect(new Set(colours.map((pair) => pair[theme])).size).toBe(4);
    expect(colours.map((pair) => pair[theme])).not.toContain("");
  }
});

test("definition for Stately — contains every guard of every machine", async () => {
  const guardsIn = (text: string): number => text.match(/"guard": ("|\{\s*"type")/g)?.length ?? 0;
  for (const machine of [door, ...(await allMachines())]) {
    const guards = new Set(
      graphOf(machine)
        .edges.filter(({ guard }) => guard)
        .map(({ id }) => id.split("|").slice(0, 3).join("|")),
    );
    const json = definitionOf(machine);
    expect(guardsIn(json), machine.id).toBe(guards.size);
    expect(JSON.parse(json).id).toBe(machine.id);
  }
  expect(definitionOf(door)).toContain('"guard": "isOpen and not isLocked"');
});
