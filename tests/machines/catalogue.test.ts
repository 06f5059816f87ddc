import fc from "fast-check";
import { expect, test } from "vitest";
import { createActor, fromPromise, toPromise } from "xstate";
import { createApi } from "#api/client.ts";
import { blankPart, costOfDraft, isEmptyPart, takenParts } from "#machines/catalogue/composition.ts";
import { blankModifier, chooseCategories, moveToCategory, takenModifiers } from "#machines/catalogue/dishDraft.ts";
import { fits } from "#machines/catalogue/dishFilter.ts";
import { itemImportActors } from "#machines/catalogue/itemImport.actors.ts";
import { type ImportRequest, itemImportMachine } from "#machines/catalogue/itemImport.machine.ts";
import type { ImportAnswer, ImportReport } from "#machines/catalogue/itemImport.ts";
import type { ItemRow } from "#machines/directory/descriptors/items.ts";
import { type MadeFile, type TableFormat, tableExportMachine } from "#machines/files/tableExport.machine.ts";
import { settled } from "../support/machines/flushPromises.ts";
import { givenWalk } from "../support/machines/givenWalk.ts";

const table = { name: "menu.xlsx", size: 9_000 };
const clean: ImportReport = { isWritten: false, added: 1, updated: 2, unchanged: 3, errors: [], rows: [] };
const wrong: ImportReport = { ...clean, errors: [{ row: 3, column: "Цена", message: "Это не число." }] };
const reported = (report: ImportReport): ImportAnswer => ({ type: "reported", report });
const refusal: ImportAnswer = { type: "refused", message: "Это не таблица." };

const givenImport = (check: () => Promise<ImportAnswer>, write: () => Promise<ImportAnswer> = check) => {
  const written: ImportRequest[] = [];
  const signals: AbortSignal[] = [];
  const told: ImportReport[] = [];
  const actor = createActor(
    itemImportMachine.provide({
      actors: {
        check: fromPromise<ImportAnswer, ImportRequest>(({ signal }) => {
          signals.push(signal);
          return check();
        }),
        write: fromPromise<ImportAnswer, ImportRequest>(({ input }) => {
          written.push(input);
          return write();
        }),
      },
    }),
  );
  actor.on("import.done", ({ report }) => void told.push(report));
  actor.start();
  return {
    actor,
    written,
    signals,
    told,
    state: () => actor.getSnapshot(),
    choose: async (file = table) => {
      actor.send({ type: "file.choose", file, key: "check-1" });
      await settled();
    },
    confirm: async (key = "write-1") => {
      actor.send({ type: "import.confirm", key });
      await settled();
    },
  };
};

test("a table is looked at first and written after the user has seen what changes", async () => {
  const world = givenImport(
    async () => reported(clean),
    async () => reported({ ...clean, isWritten: true }),
  );
  await world.choose();
  expect([world.state().value, world.written.length]).toEqual(["reviewing", 0]);
  await world.confirm();
  expect([world.state().value, world.written.map(({ key }) => key)]).toEqual(["done", ["write-1"]]);
  expect(world.told).toEqual([{ ...clean, isWritten: true }]);
});

test.each([
  ["with errors", wrong],
  ["without changes", { ...clean, added: 0, updated: 0 }],
])("a table %s cannot be written", async (_, report) => {
  const world = givenImport(async () => reported(report));
  await world.choose();
  expect(world.state().can({ type: "import.confirm", key: "x" })).toBe(false);
});

test.each([
  [{ name: "menu.pdf", size: 10 }, "не таблица"],
  [{ name: "menu.csv", size: 0 }, "пуст"],
  [{ name: "menu.csv", size: 5 * 1024 * 1024 + 1 }, "больше 5 МБ"],
])("a file that cannot be taken is not sent: %o", async (file, words) => {
  const world = givenImport(async () => reported(clean));
  await world.choose(file);
  expect([world.state().value, world.signals.length]).toEqual(["refused", 0]);
  expect(world.state().context.problem).toContain(words);
});

test("looking can be cancelled, which ends the call", async () => {
  const world = givenImport(() => new Promise(() => {}));
  await world.choose();
  world.actor.send({ type: "send.cancel" });
  expect([world.state().value, world.signals[0]?.aborted]).toEqual(["choosing", true]);
});

test("writing can be cancelled only while the file is still being sent", async () => {
  const world = givenImport(
    async () => reported(clean),
    () => new Promise(() => {}),
  );
  await world.choose();
  await world.confirm();
  expect(world.state().can({ type: "send.cancel" })).toBe(true);
  world.written[0]?.report(1);
  expect(world.state().can({ type: "send.cancel" })).toBe(false);
});

test("no answer to the writing is neither success nor failure: the same key asks again", async () => {
  let attempts = 0;
  const world = givenImport(
    async () => reported(clean),
    async () => {
      attempts += 1;
      if (attempts === 1) throw new Error("Сервер не отвечает.");
      return reported({ ...clean, isWritten: true });
    },
  );
  await world.choose();
  await world.confirm("one-key");
  expect([world.state().value, world.told.length]).toEqual(["unsure", 0]);
  world.actor.send({ type: "send.retry" });
  await settled();
  expect([world.state().value, world.written.map(({ key }) => key)]).toEqual(["done", ["one-key", "one-key"]]);
});

test.each([
  [200, "<html></html>", "unsure"],
  [500, '{"message":"Поломка"}', "unsure"],
  [400, '{"message":"Это не таблица."}', "refused"],
])(
  "an answer of %i to the writing (%s) leaves it %s: only a refusal says that nothing was written",
  async (status, text, end) => {
    const answers = [Response.json(clean), new Response(text, { status })];
    const fetch = async () => answers.shift() ?? Response.error();
    const api = createApi({ baseUrl: "http://server", fetch });
    const actors = itemImportActors(api, { companyId: 1 }, () => fetch);
    const actor = createActor(itemImportMachine.provide({ actors })).start();
    const file = new File(["Название;Цена"], "menu.csv");
    actor.send({ type: "file.choose", file, key: "check-1" });
    await settled();
    actor.send({ type: "import.confirm", key: "write-1" });
    await settled();
    expect(actor.getSnapshot().value).toBe(end);
  },
);

test("a refusal says the row and the column of each fault, but no name of a field", async () => {
  const errors = { "Строка 5, Цена": "Новой позиции это нужно.", file: "Файл слишком большой." };
  const fetch = async () => Response.json({ message: "Проверьте файл.", errors }, { status: 400 });
  const { check } = itemImportActors(createApi({ baseUrl: "http://server", fetch }), { companyId: 1 }, () => fetch);
  const file = new File(["Название;Цена"], "menu.csv");
  expect(await toPromise(createActor(check, { input: { file, key: "k", report: () => {} } }).start())).toEqual({
    type: "refused",
    message: "Проверьте файл.\nСтрока 5, Цена: Новой позиции это нужно.\nФайл слишком большой.",
  });
});

test("what the server refuses is said in its words, and another file may follow", async () => {
  const world = givenImport(async () => refusal);
  await world.choose();
  expect([world.state().value, world.state().context.problem]).toEqual(["refused", "Это не таблица."]);
  expect(world.state().can({ type: "file.choose", file: table, key: "x" })).toBe(true);
});

test("import of a price list — every state and transition is walked", () => {
  const { walk, done, failed } = givenWalk(itemImportMachine);
  walk({
    events: [
      { type: "file.choose", file: table, key: "k" },
      { type: "file.choose", file: { ...table, size: 0 }, key: "k" },
      { type: "send.progress", fraction: 1 },
      { type: "send.cancel" },
      { type: "send.retry" },
      { type: "import.confirm", key: "w" },
      done("check", reported(clean)),
      done("check", refusal),
      failed("check"),
      done("write", reported(clean)),
      done("write", refusal),
      failed("write"),
    ],
    project: ({ context }) => [Boolean(context.report), context.fraction],
  });
});

const givenExport = (make: () => Promise<MadeFile>) => {
  const files: MadeFile[] = [];
  const signals: AbortSignal[] = [];
  const actor = createActor(
    tableExportMachine.provide({
      actors: {
        make: fromPromise<MadeFile, { format: TableFormat }>(({ signal }) => {
          signals.push(signal);
          return make();
        }),
      },
    }),
  );
  actor.on("file.ready", ({ file }) => void files.push(file));
  actor.start();
  actor.send({ type: "export.start", format: "csv" });
  return { actor, files, signals };
};

test("a file is handed out when it is ready; a fault is said, a cancelled one never comes", async () => {
  const file = { name: "menu.csv", data: "x" };
  const ready = givenExport(async () => file);
  await settled();
  expect([ready.files, ready.actor.getSnapshot().value]).toEqual([[file], "idle"]);
  const broken = givenExport(() => Promise.reject(new Error("Сервер не отвечает.")));
  await settled();
  expect(broken.actor.getSnapshot().context.problem).toBe("Сервер не отвечает.");
  const cancelled = givenExport(async () => file);
  cancelled.actor.send({ type: "export.cancel" });
  await settled();
  expect([cancelled.files, cancelled.signals[0]?.aborted]).toEqual([[], true]);
});

test("table export — every state and transition is walked", () => {
  const { walk, done, failed } = givenWalk(tableExportMachine);
  walk({
    events: [
      { type: "export.start", format: "csv" },
      { type: "export.cancel" },
      { type: "problem.dismiss" },
      done("make", { name: "menu.csv", data: "x" }),
      failed("make"),
    ],
  });
});

const item: ItemRow = {
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
  [{ name: "гар" }, true],
  [{ name: " ГАРИ " }, true],
  [{ name: "пепперони" }, false],
  [{ name: "зз" }, true],
  [{ vendorCode: "п-0" }, true],
  [{ vendorCode: "002" }, false],
  [{ vendorCode: "02" }, true],
  [{ category: "2" }, true],
  [{ category: "3" }, false],
  [{ category: "abc" }, true],
  [{ active: "yes" }, true],
  [{ active: "no" }, false],
])("the filter %o shows the dish: %s", (filter, isShown) => {
  expect(fits({ ...none, ...filter })(item)).toBe(isShown);
});

test("the default category goes with its category, and the first one chosen becomes it", () => {
  const empty = { categoriesId: [], defaultCategoryId: 0 };
  const first = chooseCategories(empty, [2]);
  expect(first.defaultCategoryId).toBe(2);
  expect(chooseCategories(first, [2, 3]).defaultCategoryId).toBe(2);
  expect(chooseCategories({ categoriesId: [2, 3], defaultCategoryId: 2 }, [3])).toEqual({
    categoriesId: [3],
    defaultCategoryId: 0,
  });
});

test("whatever is chosen, the default category is one of the chosen or none", () => {
  const ids = fc.uniqueArray(fc.integer({ min: 1, max: 9 }));
  fc.assert(
    fc.property(fc.array(ids), (choices) => {
      let draft = { categoriesId: [] as number[], defaultCategoryId: 0 };
      for (const next of choices) draft = chooseCategories(draft, next);
      expect([0, ...draft.categoriesId]).toContain(draft.defaultCategoryId);
    }),
  );
});

test("a new part is empty, counts as nothing, and has a key of its own", () => {
  const lines = [blankPart([])];
  lines.push(blankPart(lines));
  expect([lines.every(isEmptyPart), new Set(lines.map(({ key }) => key)).size]).toEqual([true, 2]);
  expect(costOfDraft(lines, new Map())).toBe(0);
});

test("a stock item is taken for the other lines, not for its own", () => {
  const lines = [
    { key: 1, stockItemId: 4, count: "1" },
    { key: 2, stockItemId: 5, count: "0,5" },
  ];
  expect([...takenParts(lines, 0)]).toEqual([5]);
  expect(
    costOfDraft(
      lines,
      new Map([
        [4, 10],
        [5, 3],
      ]),
    ),
  ).toBe(11.5);
  expect(costOfDraft([{ ...blankPart([]), stockItemId: 4, count: "-" }], new Map([[4, 10]]))).toBe(0);
});

test("a modifier of one dish is taken everywhere, all of a category only within it", () => {
  const line = { id: 1, categoryModificatorId: 2, modificatorId: 7, portion: "1", price: "-1" };
  const all = { ...line, id: 2, modificatorId: 0 };
  const other = { ...line, id: 3, categoryModificatorId: 3, modificatorId: 0 };
  expect([...takenModifiers([line, all, other], 1)]).toEqual([7]);
  expect([...takenModifiers([line, all, { ...all, id: 4 }], 2)].sort()).toEqual([0, 7]);
  expect([...takenModifiers([blankModifier([]), line], 1)]).toEqual([]);
  expect(moveToCategory(line, 3)).toMatchObject({ categoryModificatorId: 3, modificatorId: 0 });
  expect(blankModifier([line, blankModifier([line])]).id).toBe(-2);
});
