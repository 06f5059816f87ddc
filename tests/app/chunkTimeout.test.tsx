import { act, type ReactNode, Suspense } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createApi } from "#api/client.ts";
import { chunkFailure, withChunkTimeout } from "#app/routing/chunkTimeout.ts";
import { ErrorBoundary } from "#app/routing/ErrorBoundary.tsx";
import { lazyComponent } from "#app/routing/lazyComponent.ts";
import { lazyRoute } from "#app/routing/route.ts";
import { reportErrors } from "#app/services/errorReporting.ts";

const never = () => new Promise<never>(() => {});
const missing = (words: string) => () => Promise.reject(new TypeError(words));
const MISSING = "Failed to fetch dynamically imported module: http://localhost/assets/Info-abc.js";

const told: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  // React says in the console what a boundary has caught.
  vi.spyOn(console, "error").mockImplementation(() => {});
  told.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** What the boundary says of a part, after some time. */
const said = async (part: ReactNode, time = 0): Promise<string> => {
  const box = document.createElement("div");
  const root = createRoot(box);
  await act(async () =>
    root.render(
      <ErrorBoundary place="/">
        <Suspense>{part}</Suspense>
      </ErrorBoundary>,
    ),
  );
  await act(() => vi.advanceTimersByTimeAsync(time));
  const text = box.textContent;
  await act(async () => root.unmount());
  return text;
};

/** A server that keeps the messages of the errors it is told of. */
const listening = () =>
  reportErrors(
    createApi({
      baseUrl: "http://localhost",
      fetch: async (request) => {
        told.push((await request.json()).message);
        return new Response(null, { status: 204 });
      },
    }),
  );

test("code that comes in time is what was loaded, and leaves no timer behind", async () => {
  await expect(withChunkTimeout(async () => "code")).resolves.toBe("code");
  expect(vi.getTimerCount()).toBe(0);
});

test("code that is still on its way after 120 s has failed, not a moment before", async () => {
  const ended = vi.fn();
  withChunkTimeout(never).catch(ended);
  await vi.advanceTimersByTimeAsync(119_999);
  expect(ended).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(ended).toHaveBeenCalledOnce();
  expect(chunkFailure(ended.mock.calls[0]?.[0])).toBe("timeout");
});

test.each([
  MISSING,
  "error loading dynamically imported module: http://localhost/assets/Info-abc.js",
  "Importing a module script failed.",
])("'%s' is a part that is missing", async (words) => {
  const error = await withChunkTimeout(missing(words)).catch((reason: Error) => reason);
  expect(error).toMatchObject({ message: words });
  expect(chunkFailure(new TypeError(words))).toBe("missing");
  expect(vi.getTimerCount()).toBe(0);
});

test("a fault of the code itself is no failure to load it", () => {
  expect(chunkFailure(new TypeError("rows is not iterable"))).toBeUndefined();
});

test("a screen that does not come is said and reported with its type, and the page can be loaded again", async () => {
  listening();
  const { Screen } = lazyRoute("/Info", never);
  const text = await said(<Screen params={{}} />, 120_000);
  expect(text).toContain("Не удалось загрузить часть приложения");
  expect(text).toContain("Сервер не ответил за 2 минуты. Обновите страницу; черновик заказа сохранён.");
  expect(text).toContain("Обновить страницу");
  expect(told).toEqual(["Loading chunk failed (timeout): No answer within 2 minutes"]);
});

test("a part whose file is missing is said and reported with its type", async () => {
  listening();
  const Part = lazyComponent<"Part", object>("Part", missing(MISSING));
  expect(await said(<Part />)).toContain("Файл не загрузился: вышла новая версия или пропала связь.");
  expect(told).toEqual([`Loading chunk failed (missing): ${MISSING}`]);
});

test("any other fault keeps its own words", async () => {
  listening();
  const Part = lazyComponent<"Part", object>("Part", missing("rows is not iterable"));
  expect(await said(<Part />)).toContain("Что-то пошло не так");
  expect(told).toEqual(["rows is not iterable"]);
});

test("a part that did not come is asked for again when another place is shown, and not before", async () => {
  const answers = [missing(MISSING), async () => ({ Part: () => "Вот она" })];
  const load = vi.fn(() => (answers.shift() ?? never)());
  const Part = lazyComponent<"Part", object>("Part", load);
  const box = document.createElement("div");
  const root = createRoot(box);
  const show = (place: string) =>
    act(async () =>
      root.render(
        <ErrorBoundary place={place}>
          <Suspense>
            <Part />
          </Suspense>
        </ErrorBoundary>,
      ),
    );
  await show("/Company/1/Stock");
  expect(box.textContent).toContain("Файл не загрузился");
  await show("/Company/1/Stock");
  expect(load).toHaveBeenCalledOnce();
  await show("/Company/1/Call");
  expect(box.textContent).toBe("Вот она");
  await act(async () => root.unmount());
});
