import { act } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useGrown } from "#app/useGrown.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const FRAME_MS = 20;

const List = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, at) => at)
    .slice(0, useGrown(count))
    .map((at) => <li key={at} />);

test("a list is drawn a dozen lines a frame until it is whole, and is whole from then on", async () => {
  const box = document.createElement("ul");
  const root = createRoot(box);
  const draw = (count: number) => act(async () => root.render(<List count={count} />));
  await draw(30);
  const seen = [box.children.length];
  for (let frames = 0; frames < 3; frames += 1) {
    await act(() => vi.advanceTimersByTimeAsync(FRAME_MS));
    seen.push(box.children.length);
  }
  expect(seen).toEqual([12, 24, 30, 30]);
  await draw(60);
  expect(box.children.length).toBe(60);
  await act(async () => root.unmount());
});
