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

const reportedErrors: string[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  // The error boundary catches the errors of this file, but React also logs them to the console.
  vi.spyOn(console, "error").mockImplementation(() => {});
  reportedErrors.length = 0;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

/** Renders a component inside the error boundary and returns its text after `time` milliseconds. */
const renderAfter = async (part: ReactNode, time = 0): Promise<string> => {
  const box = document.createElement("div");
  const root = createRoot(box);
  await act(async () =>
    root.render(
      <ErrorBoundary resetKey="/">
        <Suspense>{part}</Suspense>
      </ErrorBoundary>,
    ),
  );
  await act(() => vi.advanceTimersByTimeAsync(time));
  const text = box.textContent;
  await act(async () => root.unmount());
  return text;
};

/** Starts error reporting to a fake server that stores the messages. */
const createReporter = () =>
  reportErrors(
    createApi({
      baseUrl: "http://localhost",
      fetch: async (request) => {
        reportedErrors.push((await request.json()).message);
        return new Response(null, { status: 204 });
      },
    }),
  );

test("withChunkTimeout — stops the timer and returns the chunk if it loads in time", async () => {
  await expect(withChunkTimeout(async () => "code")).resolves.toBe("code");
  expect(vi.getTimerCount()).toBe(0);
});

test("withChunkTimeout — fails after exactly 120 s if the chunk is still loading", async () => {
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
])("chunkFailure — classifies the error '%s' as a missing chunk", async (words) => {
  const error = await withChunkTimeout(missing(words)).catch((reason: Error) => reason);
  expect(error).toMatchObject({ message: words });
  expect(chunkFailure(new TypeError(words))).toBe("missing");
  expect(vi.getTimerCount()).toBe(0);
});

test("chunkFailure — does not classify an error in the code of a chunk as a loading failure", () => {
  expect(chunkFailure(new TypeError("rows is not iterable"))).toBeUndefined();
});

test("a chunk that does not load in time — is reported, and the screen offers a reload", async () => {
  createReporter();
  const { Screen } = lazyRoute("/Info", never);
  const text = await renderAfter(<Screen params={{}} />, 120_000);
  expect(text).toContain("Не удалось загрузить часть приложения");
  expect(text).toContain("Сервер не ответил за 2 минуты.");
  expect(text).toContain("Обновить страницу");
  expect(reportedErrors).toEqual(["Loading chunk failed (timeout): No answer within 2 minutes"]);
});

test("a missing chunk — is reported, and a message replaces its component", async () => {
  createReporter();
  const Part = lazyComponent<"Part", object>("Part", missing(MISSING));
  expect(await renderAfter(<Part />)).toContain("Вышла новая версия или пропала связь.");
  expect(reportedErrors).toEqual([`Loading chunk failed (missing): ${MISSING}`]);
});

test("an error in the code of a chunk — shows a general message, and is reported with its own text", async () => {
  createReporter();
  const Part = lazyComponent<"Part", object>("Part", missing("rows is not iterable"));
  expect(await renderAfter(<Part />)).toContain("Что-то пошло не так");
  expect(reportedErrors).toEqual(["rows is not iterable"]);
});

test("a chunk that failed to load — is requested again by another screen, but not by a new render of the same screen", async () => {
  const answers = [missing(MISSING), async () => ({ Part: () => "Вот она" })];
  const load = vi.fn(() => (answers.shift() ?? never)());
  const Part = lazyComponent<"Part", object>("Part", load);
  const box = document.createElement("div");
  const root = createRoot(box);
  const show = (place: string) =>
    act(async () =>
      root.render(
        <ErrorBoundary resetKey={place}>
          <Suspense>
            <Part />
          </Suspense>
        </ErrorBoundary>,
      ),
    );
  await show("/Company/1/Stock");
  expect(box.textContent).toContain("Вышла новая версия");
  await show("/Company/1/Stock");
  expect(load).toHaveBeenCalledOnce();
  await show("/Company/1/Call");
  expect(box.textContent).toBe("Вот она");
  await act(async () => root.unmount());
});
