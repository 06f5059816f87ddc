import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const FRAME_MS = 20;

/** A list on a page of its own, and how many of its lines are drawn. */
const listing = ({ useGrown }: typeof import("#app/calm.ts")) => {
  const box = document.createElement("ul");
  const root = createRoot(box);
  const List = ({ count }: { count: number }) =>
    Array.from({ length: count }, (_, at) => at)
      .slice(0, useGrown(count))
      .map((at) => <li key={at} />);
  return {
    draw: (count: number) => act(async () => root.render(<List count={count} />)),
    lines: () => box.children.length,
    close: () => act(async () => root.unmount()),
  };
};

const nextFrame = () => act(() => vi.advanceTimersByTimeAsync(FRAME_MS));

test("while the page begins, a list is drawn a few lines a frame until it is whole", async () => {
  const list = listing(await import("#app/calm.ts"));
  await list.draw(20);
  const seen = [list.lines()];
  for (let frames = 0; frames < 3; frames += 1) {
    await nextFrame();
    seen.push(list.lines());
  }
  expect(seen).toEqual([8, 16, 20, 20]);
  await list.draw(60);
  expect(list.lines()).toBe(60);
  await list.close();
});

test("once the first data are painted, what is in sight of a list is drawn at once and the rest in the next frames", async () => {
  const calm = await import("#app/calm.ts");
  calm.calmDown();
  await vi.advanceTimersByTimeAsync(1_000);
  vi.stubGlobal("innerHeight", 960);
  const list = listing(calm);
  await list.draw(25);
  expect(list.lines()).toBe(20);
  await nextFrame();
  expect(list.lines()).toBe(25);
  await list.draw(60);
  expect(list.lines()).toBe(60);
  await list.close();
});
