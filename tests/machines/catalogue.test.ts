import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createActor, fromPromise } from "xstate";
import { ApiProblem, createApi, NoAnswer } from "#api/client.ts";
import { blankPart, draftCost, isEmptyPart, stockItemsOfOtherLines } from "#machines/catalogue/composition.ts";
import {
  blankModifier,
  chooseCategories,
  isFirstOfCategory,
  modifiersOfOtherLines,
  moveToCategory,
  requireCategory,
} from "#machines/catalogue/dishDraft.ts";
import { dishMatcher } from "#machines/catalogue/dishFilter.ts";
import { itemImportActors } from "#machines/catalogue/itemImport.actors.ts";
import { itemImportMachine } from "#machines/catalogue/itemImport.machine.ts";
import type { ImportReport, TableReason } from "#machines/catalogue/itemImport.ts";
import type { Failure } from "#machines/core/failure.ts";
import type { DishRow } from "#machines/directory/descriptors/items.ts";
import { type ExportInput, type MadeFile, tableExportMachine } from "#machines/files/tableExport.machine.ts";
import { givenEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";
import { givenMachine } from "../support/machines/givenMachine.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const scope = { companyId: 1 };
const table = new File(["Название;Цена"], "menu.csv");
const clean: ImportReport = { isWritten: false, added: 1, updated: 2, unchanged: 3, errors: [], rows: [] };
const written: ImportReport = { ...clean, isWritten: true };
const wrong: ImportReport = { ...clean, errors: [{ row: 3, column: "Цена", message: "Это не число." }] };

/** Import request that the fake server receives. */
interface Sent {
  readonly isDryRun: boolean;
  readonly key: string | null;
  readonly signal: AbortSignal;
  readonly reportProgress: (fraction: number) => void;
}

type Answer = () => Response | Promise<Response>;

const reported = (report: ImportReport) => () => Response.json(report);
const refused = (message: string, errors: Record<string, string> = {}) =>
  Response.json({ message, errors }, { status: 400 });
const silence = () => new Promise<Response>(() => {});
const noAnswer = (): never => {
  throw new NoAnswer();
};

/** Starts an import. Its requests get the given answers in turn. The idempotency keys are k1, k2 and so on. */
const givenImport = (...answers: readonly Answer[]) => {
  const sent: Sent[] = [];
  const reports: ImportReport[] = [];
  let keys = 0;
  const fetchWith = (reportProgress: Sent["reportProgress"]) => async (request: Request) => {
    const isDryRun = new URL(request.url).searchParams.get("dryRun") === "true";
    const answer = answers[sent.length];
    sent.push({ isDryRun, key: request.headers.get("Idempotency-Key"), signal: request.signal, reportProgress });
    if (!answer) throw new Error("The test has no answer to this request");
    return answer();
  };
  const { environment, report } = givenEnvironment();
  const actors = itemImportActors({
    api: createApi({ baseUrl: "http://server", fetch: fetchWith(() => {}) }),
    environment,
    newKey: () => {
      keys += 1;
      return `k${keys}`;
    },
    fetchWith,
  });
  const actor = createActor(itemImportMachine.provide({ actors }), { input: { scope } });
  actor.on("import.done", (event) => reports.push(event.report));
  actor.start();
  return {
    actor,
    sent,
    reports,
    reportNetwork: report,
    state: () => actor.getSnapshot(),
    isVerifying: () => actor.getSnapshot().children.write?.getSnapshot().hasTag("verifying") ?? false,
    choose: async (file: { readonly name: string; readonly size: number } = table) => {
      actor.send({ type: "file.choose", file });
      await flushPromises();
    },
    confirm: async () => {
      actor.send({ type: "import.confirm" });
      await flushPromises();
    },
  };
};

const requestsOf = (sent: readonly Sent[]) => sent.map(({ isDryRun, key }) => [isDryRun ? "check" : "write", key]);

describe("import of dishes", () => {
  test("import of dishes — checks a table and writes the table only after the user's confirmation", async () => {
    const { choose, confirm, state, sent, reports } = givenImport(reported(clean), reported(written));
    await choose();
    expect([state().value, requestsOf(sent)]).toEqual(["reviewing", [["check", "k1"]]]);
    await confirm();
    expect([state().value, reports]).toEqual(["done", [written]]);
    expect(requestsOf(sent)).toEqual([
      ["check", "k1"],
      ["write", "k2"],
    ]);
  });

  test.each([
    ["with errors", wrong],
    ["without changes", { ...clean, added: 0, updated: 0 }],
  ])("import of dishes — does not allow writing a checked table %s", async (_, report) => {
    const { choose, confirm, state, sent } = givenImport(reported(report));
    await choose();
    expect(state().can({ type: "import.confirm" })).toBe(false);
    await confirm();
    expect([state().value, sent.length]).toEqual(["reviewing", 1]);
  });

  test.each<[string, { name: string; size: number }, TableReason]>([
    ["that is not a table", { name: "menu.pdf", size: 10 }, "notTable"],
    ["that is empty", { name: "menu.csv", size: 0 }, "empty"],
    ["that is larger than 5 MiB", { name: "menu.csv", size: 5 * 1024 * 1024 + 1 }, "tooLarge"],
  ])("import of dishes — rejects a file %s, without an upload", async (_, file, reason) => {
    const { choose, state, sent } = givenImport();
    await choose(file);
    expect([state().value, state().context.reason, sent]).toEqual(["refused", reason, []]);
  });

  test("import of dishes — aborts a check when the user cancels", async () => {
    const { actor, choose, state, sent } = givenImport(silence);
    await choose();
    actor.send({ type: "import.cancel" });
    expect([state().value, sent[0]?.signal.aborted]).toEqual(["choosing", true]);
  });

  test("import of dishes — retries an unanswered check on request", async () => {
    const { actor, choose, state } = givenImport(noAnswer, reported(clean));
    await choose();
    expect([state().value, state().context.failure?.kind]).toEqual(["failed", "unanswered"]);
    actor.send({ type: "import.retry" });
    await flushPromises();
    expect([state().value, state().context.failure]).toEqual(["reviewing", undefined]);
  });

  test("import of dishes — the writing step can be cancelled only until its file has been sent completely", async () => {
    const cancelled = givenImport(reported(clean), silence);
    await cancelled.choose();
    await cancelled.confirm();
    cancelled.sent[1]?.reportProgress(0.4);
    cancelled.actor.send({ type: "import.cancel" });
    expect([cancelled.state().value, cancelled.sent[1]?.signal.aborted]).toEqual(["reviewing", true]);
    const { choose, confirm, state, sent } = givenImport(reported(clean), silence);
    await choose();
    await confirm();
    sent[1]?.reportProgress(1);
    expect(state().can({ type: "import.cancel" })).toBe(false);
  });

  test("import of dishes — retries an unanswered write under the same idempotency key until the server answers", async () => {
    const { actor, choose, confirm, state, sent, reports, reportNetwork, isVerifying } = givenImport(
      reported(clean),
      noAnswer,
      noAnswer,
      reported(written),
    );
    await choose();
    await confirm();
    expect([state().value, isVerifying(), reports]).toEqual(["importing", true, []]);
    expect(state().can({ type: "import.cancel" })).toBe(false);
    actor.send({ type: "file.choose", file: table });
    expect(state().value).toBe("importing");
    reportNetwork({ type: "network.online" });
    await flushPromises();
    expect([state().value, reports]).toEqual(["done", [written]]);
    expect(requestsOf(sent)).toEqual([
      ["check", "k1"],
      ["write", "k2"],
      ["write", "k2"],
      ["write", "k2"],
    ]);
  });

  test.each([
    ["status 200 with HTML", 200, "<html></html>"],
    ["status 500", 500, '{"message":"Поломка"}'],
    ["status 409 of the type 'in-progress'", 409, '{"type":"urn:problem:in-progress","message":"Ещё выполняется."}'],
  ])("import of dishes — a write that gets %s has an unknown outcome and is verified", async (_, status, text) => {
    const { choose, confirm, state, isVerifying } = givenImport(
      reported(clean),
      () => new Response(text, { status }),
      silence,
    );
    await choose();
    await confirm();
    expect([state().value, isVerifying()]).toEqual(["importing", true]);
  });

  test("import of dishes — shows the server's message after a refused write", async () => {
    const { choose, confirm, state, reports } = givenImport(reported(clean), () => refused("Это не таблица."));
    await choose();
    await confirm();
    expect([state().value, state().context.failure?.message, reports]).toEqual(["refused", "Это не таблица.", []]);
  });

  test("import of dishes — accepts another file after a refused check", async () => {
    const errors = { "Строка 5, Цена": "Новой позиции это нужно.", file: "Файл слишком большой." };
    const { choose, state } = givenImport(() => refused("Проверьте файл.", errors), reported(clean));
    await choose();
    expect(state()).toMatchObject({
      value: "refused",
      context: { failure: { kind: "refused", message: "Проверьте файл.", errors } },
    });
    await choose();
    expect([state().value, state().context.failure]).toEqual(["reviewing", undefined]);
  });

  test("import of dishes — a walk through the state machine reaches every state and takes every transition", () => {
    const { walk, done, failed } = givenWalk(itemImportMachine);
    const failure: Failure = { kind: "refused", message: "Это не таблица.", errors: {}, traceId: undefined };
    const { snapshots } = walk({
      input: { scope },
      events: [
        { type: "file.choose", file: table },
        { type: "file.choose", file: { name: "menu.csv", size: 0 } },
        { type: "upload.progress", fraction: 1 },
        { type: "import.cancel" },
        { type: "import.retry" },
        { type: "import.confirm" },
        { type: "mutation.progress", fraction: 1 },
        { type: "mutation.doubtful" },
        { type: "mutation.recorded", result: written },
        { type: "mutation.refused", failure },
        done("check", clean),
        done("check", wrong),
        failed("check"),
        failed("check", new ApiProblem(400, "Это не таблица.")),
        failed("write"),
      ],
      project: ({ context }) => [context.report, context.fraction],
      invariant: (snapshot) => {
        if (snapshot.matches("importing")) expect(snapshot.context.report).toEqual(clean);
      },
    });
    expect(snapshots.some((snapshot) => snapshot.matches("importing"))).toBe(true);
  });
});

const givenExport = (make: () => Promise<MadeFile>) => {
  const files: MadeFile[] = [];
  const signals: AbortSignal[] = [];
  const actor = createActor(
    tableExportMachine.provide({
      actors: {
        make: fromPromise<MadeFile, ExportInput<unknown> | undefined>(({ signal }) => {
          signals.push(signal);
          return make();
        }),
      },
    }),
  );
  actor.on("file.ready", ({ file }) => void files.push(file));
  actor.start();
  actor.send({ type: "export.start", format: "csv", request: undefined });
  return { actor, files, signals };
};

describe("export of dishes", () => {
  const file = { name: "menu.csv", data: "x" };

  test("export of dishes — emits the exported file", async () => {
    const { actor, files } = givenExport(async () => file);
    await flushPromises();
    expect([files, actor.getSnapshot().value]).toEqual([[file], "idle"]);
  });

  test("export of dishes — shows a failure until the user dismisses the failure", async () => {
    const { actor } = givenExport(() => Promise.reject(new NoAnswer()));
    await flushPromises();
    expect(actor.getSnapshot().context.failure).toMatchObject({
      kind: "unanswered",
      message: "Сервер не отвечает. Проверьте соединение.",
    });
    actor.send({ type: "failure.dismiss" });
    expect(actor.getSnapshot().context.failure).toBeUndefined();
  });

  test("export of dishes — aborts an export when the user cancels", async () => {
    const { actor, files, signals } = givenExport(async () => file);
    actor.send({ type: "export.cancel" });
    await flushPromises();
    expect([files, signals[0]?.aborted]).toEqual([[], true]);
  });

  test("export of dishes — a walk through the state machine reaches every state and takes every transition", () => {
    const { walk, done, failed } = givenWalk(tableExportMachine);
    walk({
      events: [
        { type: "export.start", format: "csv", request: undefined },
        { type: "export.cancel" },
        { type: "failure.dismiss" },
        done("make", file),
        failed("make"),
      ],
    });
  });
});

const item: DishRow = {
  id: 5,
  name: "Маргарита",
  price: 490,
  categoriesId: [2],
  categoriesName: "Пицца",
  defaultCategoryId: 2,
  vendorCode: "П-001",
  imageUrl: null,
  isActive: true,
  isCompanyGroup: false,
  estimateCost: 131.5,
};
const none = { name: "", vendorCode: "", category: "", active: "" };

test.each([
  ["accepts a dish whose name contains the text", { name: "гар" }, true],
  ["ignores the letter case and the outer spaces of the text", { name: " ГАРИ " }, true],
  ["rejects a dish whose name does not contain the text", { name: "пепперони" }, false],
  ["ignores a name filter of two letters", { name: "зз" }, true],
  ["accepts a dish whose vendor code contains the text", { vendorCode: "п-0" }, true],
  ["rejects a dish whose vendor code does not contain the text", { vendorCode: "002" }, false],
  ["ignores a vendor code filter of two characters", { vendorCode: "02" }, true],
  ["accepts a dish of the wanted category", { category: "2" }, true],
  ["rejects a dish of another category", { category: "3" }, false],
  ["ignores a category filter that is not a number", { category: "abc" }, true],
  ["accepts an active dish if active dishes are wanted", { active: "yes" }, true],
  ["rejects an active dish if inactive dishes are wanted", { active: "no" }, false],
])("dishMatcher — %s", (_, filter, isShown) => {
  expect(dishMatcher({ ...none, ...filter })(item)).toBe(isShown);
});

test("chooseCategories — makes the first chosen category the default, and clears a default that is deselected", () => {
  const empty = { categoriesId: [], defaultCategoryId: 0 };
  const first = chooseCategories(empty, [2]);
  expect(first.defaultCategoryId).toBe(2);
  expect(chooseCategories(first, [2, 3]).defaultCategoryId).toBe(2);
  expect(chooseCategories({ categoriesId: [2, 3], defaultCategoryId: 2 }, [3])).toEqual({
    categoriesId: [3],
    defaultCategoryId: 0,
  });
});

test("chooseCategories — the default category is always one of the chosen categories or 0", () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9 }));
  fc.assert(
    fc.property(fc.array(ids), (choices) => {
      let draft = chooseCategories({ categoriesId: [], defaultCategoryId: 0 }, []);
      for (const next of choices) draft = chooseCategories(draft, next);
      expect([0, ...draft.categoriesId]).toContain(draft.defaultCategoryId);
    }),
  );
});

test("blankPart — returns an empty recipe line with a unique key and no cost", () => {
  const lines = [blankPart([])];
  lines.push(blankPart(lines));
  expect([lines.every(isEmptyPart), new Set(lines.map(({ key }) => key)).size]).toEqual([true, 2]);
  expect(draftCost(lines, new Map())).toBe(0);
});

test("stockItemsOfOtherLines returns the stock items of the other lines, and draftCost returns the cost of all lines", () => {
  const lines = [
    { key: 1, stockItemId: 4, count: "1" },
    { key: 2, stockItemId: 5, count: "0,5" },
  ];
  expect([...stockItemsOfOtherLines(lines, 0)]).toEqual([5]);
  expect(
    draftCost(
      lines,
      new Map([
        [4, 10],
        [5, 3],
      ]),
    ),
  ).toBe(11.5);
  expect(draftCost([{ ...blankPart([]), stockItemId: 4, count: "-" }], new Map([[4, 10]]))).toBe(0);
});

test("modifiersOfOtherLines returns the modifiers of the other lines, and blankModifier returns a line with a unique negative id", () => {
  const line = { id: 1, categoryModificatorId: 2, modificatorId: 7, portion: "1", price: "-1" };
  const all = { ...line, id: 2, modificatorId: 0 };
  const other = { ...line, id: 3, categoryModificatorId: 3, modificatorId: 0 };
  expect([...modifiersOfOtherLines([line, all, other], 1)]).toEqual([7]);
  expect([...modifiersOfOtherLines([line, all, { ...all, id: 4 }], 2)].sort()).toEqual([0, 7]);
  expect([...modifiersOfOtherLines([blankModifier([]), line], 1)]).toEqual([]);
  expect(blankModifier([line, blankModifier([line])]).id).toBe(-2);
});

test("moveToCategory — clears the dish of a modifier line, and gives the line the required flag of its new category", () => {
  const line = { id: 1, categoryModificatorId: 2, modificatorId: 7, portion: "1", price: "-1", isRequired: true };
  const other = { ...line, id: 2, categoryModificatorId: 3, modificatorId: 8 };
  expect(moveToCategory([line], 0, 3)).toEqual([
    { ...line, categoryModificatorId: 3, modificatorId: 0, isRequired: false },
  ]);
  expect(moveToCategory([{ ...line, isRequired: false }, other], 0, 3)).toEqual([
    { ...line, categoryModificatorId: 3, modificatorId: 0, isRequired: true },
    other,
  ]);
});

test("requireCategory sets the required flag of each line of a category, and isFirstOfCategory finds the first line of a category", () => {
  const line = { id: 1, categoryModificatorId: 2, modificatorId: 7, portion: "1", price: "-1", isRequired: false };
  const same = { ...line, id: 2, modificatorId: 8 };
  const other = { ...line, id: 3, categoryModificatorId: 3, isRequired: true };
  const lines = [line, same, other, blankModifier([line, same, other])];
  expect(requireCategory(lines, 2, true).map(({ isRequired }) => isRequired)).toEqual([true, true, true, false]);
  expect(requireCategory(lines, 3, false).map(({ isRequired }) => isRequired)).toEqual([false, false, false, false]);
  expect(lines.map((_, at) => isFirstOfCategory(lines, at))).toEqual([true, false, true, false]);
});

describe("import of dishes during and after the check of a file", () => {
  const givenCheck = () => {
    const given = givenMachine(itemImportMachine, { scope });
    given.actor.send({ type: "file.choose", file: table });
    return { ...given, state: () => given.actor.getSnapshot() };
  };
  const forgotten = { value: "choosing", context: { file: undefined, report: undefined, failure: undefined } };

  test("import of dishes — shows the uploaded fraction of the file during the check", () => {
    const { actor, state } = givenCheck();
    actor.send({ type: "upload.progress", fraction: 0.25 });
    expect(state().context.fraction).toBe(0.25);
  });

  test("import of dishes — after a successful check, the user can cancel and choose a new file", async () => {
    const { actor, call, state } = givenCheck();
    call("check").answer(clean);
    await flushPromises();
    actor.send({ type: "import.cancel" });
    expect(state()).toMatchObject(forgotten);
  });

  test.each([
    ["failed", new NoAnswer()],
    ["refused", new ApiProblem(400, "Это не таблица.")],
  ])("import of dishes — after a %s check, the user can cancel and choose a new file", async (value, error) => {
    const { actor, call, state } = givenCheck();
    call("check").fail(error);
    await flushPromises();
    expect(state().value).toBe(value);
    actor.send({ type: "import.cancel" });
    expect(state()).toMatchObject(forgotten);
  });
});
