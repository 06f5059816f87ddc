import { deflateRawSync } from "node:zlib";
import { parse } from "csv-parse/sync";
import { unzipSync, zipSync } from "fflate";
import { readSheet } from "read-excel-file/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { readTable } from "#server/services/tables/readTable.ts";
import { writeTable } from "#server/services/tables/writeTable.ts";
import { multipartForm } from "../support/server/form.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

const company = { companyId: 1 };
/** Time within which the server refuses a table that is too complex, ms. */
const LIMIT_MS = 10_000;
const HEAD = "Id;Название;Цена;Категории;Основная категория;Артикул;Информация для повара;Активна";

const send = (bytes: Buffer, { dry = false, key }: { dry?: boolean; key?: string } = {}) =>
  world.ask("importCompanyItems", {
    as: "owner",
    path: company,
    query: { dryRun: String(dry) },
    raw: multipartForm({}, { file: { bytes, name: "items.csv", type: "text/csv" } }),
    ...(key !== undefined && { key }),
  });
const csv = (...lines: string[]) => Buffer.from([HEAD, ...lines].join("\r\n"));
const list = async () => (await world.ask("listCompanyItems", { as: "owner", path: company })).json;
const named = async (name: string) => (await list()).filter((one) => one.name === name);
const exported = async (format: "csv" | "xlsx") => {
  const { headers } = await world.ask("exportCompanyItems", { as: "owner", path: company, query: { format } });
  const answer = await world.app.inject({
    url: `/api/Item/Company/1/Export?format=${format}`,
    headers: { authorization: `Bearer ${await world.tokenOf("owner")}` },
  });
  expect(headers["content-disposition"]).toBe(`attachment; filename="items.${format}"`);
  return answer.rawPayload;
};

test("dry run of an import — reports every invalid row and writes nothing; the import of the file is refused", async () => {
  const bytes = csv(
    ";Рагу;320,5;Пицца;;;;",
    ";;100;Пицца;;;;",
    ";Без цены;;Пицца;;;;",
    ";Чужая;10;Нет такой;;;;",
    ";Минус;-5;Пицца;;;;",
    ";Степень;1e9;Пицца;;;;",
    ";Мелочь;0,000001;Пицца;;;;",
    "1;Общая;10;Пицца;;;;",
    ";Другая;10;Пицца;Напитки;;;возможно",
  );
  const { json } = await send(bytes, { dry: true });
  expect(json).toMatchObject({ isWritten: false, added: 1, updated: 0, unchanged: 0 });
  expect(json.errors.map(({ row, column }) => [row, column])).toEqual([
    [3, "Название"],
    [4, "Цена"],
    [5, "Категории"],
    [6, "Цена"],
    [7, "Цена"],
    [8, "Цена"],
    [9, "Id"],
    [10, "Активна"],
    [10, "Основная категория"],
  ]);
  expect(json.errors.every(({ message }) => /[а-яё]/i.test(message))).toBe(true);
  const refused = await send(bytes);
  expect([refused.status, Object.keys(refused.problem.errors ?? {})[0]]).toEqual([409, "Строка 3, Название"]);
  expect(await named("Рагу")).toEqual([]);
});

test("repeated import of an exported table — changes only the edited cells", async () => {
  await send(csv(";=1+1;100,25;Пицца;Пицца;@x;-тире;да", ";Обычная;10;Пицца | Соусы;;;;нет"));
  for (const format of ["csv", "xlsx"] as const) {
    const { json } = await send(await exported(format), { dry: true });
    expect([json.errors, json.added, json.updated]).toEqual([[], 0, 0]);
    expect(json.unchanged).toBeGreaterThan(1);
  }
  const [dish] = await named("=1+1");
  if (!dish) throw new Error("it was imported");
  expect(dish).toMatchObject({ price: 100.25, vendorCode: "@x", categoriesName: "Пицца" });
  const part = Buffer.from(`id,Цена\n${dish.id},101\n`);
  const { json } = await send(part, { dry: true });
  expect(json.rows).toEqual([{ row: 2, change: "update", name: "=1+1", was: "Цена: 100,25", now: "Цена: 101" }]);
  await send(part);
  expect(await named("=1+1")).toMatchObject([{ price: 101, vendorCode: "@x", categoriesName: "Пицца" }]);
});

test("categories with equal names or with a separator in the name — survive export and import", async () => {
  const add = async (name: string) =>
    (await world.ask("createCompanyCategory", { as: "owner", path: company, raw: multipartForm({ name }) })).json.id;
  const [namesake, withSeparator] = [await add("Пицца"), await add("Суши | Роллы")];
  const put = async (name: string, id: number) =>
    (
      await world.ask("createCompanyItem", {
        as: "owner",
        path: company,
        raw: multipartForm({ name, price: 10, categoriesId: [id], defaultCategoryId: id }),
      })
    ).json.id;
  const dishes = [await put("В группе", 1), await put("В компании", namesake), await put("С чертой", withSeparator)];
  for (const format of ["csv", "xlsx"] as const) {
    const { json } = await send(await exported(format), { dry: true });
    expect([json.errors, json.added, json.updated]).toEqual([[], 0, 0]);
  }
  const { json } = await send(csv(`${dishes[1]};В компании;11;пицца;ПИЦЦА;;;`, ";Новая;10;Пицца;;;;"), { dry: true });
  expect(json.rows[0]).toMatchObject({ was: "Цена: 10", now: "Цена: 11" });
  expect(json.errors).toEqual([{ row: 3, column: "Категории", message: "Категорий «Пицца» несколько." }]);
  for (const id of dishes) await world.ask("deleteCompanyItem", { as: "owner", path: { ...company, id } });
  for (const id of [namesake, withSeparator])
    await world.ask("deleteCompanyCategory", { as: "owner", path: { ...company, id } });
});

test("cell that begins like a formula — is exported as text to CSV and XLSX", async () => {
  const texts = ["=1+1", "+7", "-1", "@a", "'=x", "''y"];
  const table = { name: "Лист", head: ["Имя"], rows: texts.map((text) => [text]) };
  const plain = (await writeTable(table, "csv")).bytes.toString("utf8");
  expect(plain.startsWith("\uFEFF")).toBe(true);
  expect(plain).toContain("'=1+1");
  const xlsx = (await writeTable(table, "xlsx")).bytes;
  expect((await readSheet(xlsx)).flat()).toEqual(["Имя", ...texts]);
  for (const bytes of [Buffer.from(plain), xlsx]) expect((await readTable(bytes)).slice(1).flat()).toEqual(texts);
});

test("formula after white space or invisible characters — is exported as text to CSV and XLSX", async () => {
  const starts = ["\n", "\r\n", " ", "\t", "\u00a0", "\ufeff", "\u200b", "\u2060", " \n\u00a0\t", "\u0001", "\u2028"];
  const texts = starts.flatMap((start) => ["=1+1", "+7", "-1", "@a"].map((formula) => `${start}${formula}`));
  const table = { name: "Лист", head: ["\n=Имя"], rows: texts.map((text) => [text]) };
  const { bytes } = await writeTable(table, "csv");
  const cells: string[][] = parse(bytes, { delimiter: ";", bom: true });
  expect(cells.flat()).toEqual(["\n=Имя", ...texts].map((text) => `'${text}`));
  expect((await readTable(bytes)).flat()).toEqual(["\n=Имя", ...texts]);
  const sheetXml = unzipSync((await writeTable(table, "xlsx")).bytes)["xl/worksheets/sheet1.xml"];
  const xml = Buffer.from(sheetXml ?? []).toString("utf8");
  expect(xml).not.toContain("<f>");
  expect([...xml.matchAll(/<c [^>]*t="(\w+)"/g)].map(([, type]) => type)).toEqual(Array(texts.length + 1).fill("s"));
});

test("line feeds and carriage returns in a cell — are quoted in CSV", async () => {
  const texts = ["a\nb", "a\rb", "a\r\nb", 'a"\nb', "обычный"];
  const { bytes } = await writeTable(
    { name: "Лист", head: ["Имя", "Ещё"], rows: texts.map((text) => [text, 1]) },
    "csv",
  );
  expect(bytes.toString("utf8")).toBe(
    '\ufeffИмя;Ещё\r\n"a\nb";1\r\n"a\rb";1\r\n"a\r\nb";1\r\n"a""\nb";1\r\nобычный;1\r\n',
  );
  expect((await readTable(bytes)).slice(1).map(([text]) => text)).toEqual(texts);
});

test("names with line breaks or control characters — are refused, but stored names with such characters survive export and import", async () => {
  for (const name of ["две\nстроки", "а\tб", "а\u0001б", "а\u2028б"]) {
    const item = { name, price: 10, categoriesId: [1], defaultCategoryId: 1 };
    const refused = [
      await world.ask("createCompanyItem", { as: "owner", path: company, raw: multipartForm(item) }),
      await world.ask("createCompanyCategory", { as: "owner", path: company, raw: multipartForm({ name }) }),
      await world.ask("createTag", { as: "owner", path: company, body: { name, color: "red" } }),
    ];
    expect(refused.map(({ status, problem }) => [status, Object.keys(problem.errors ?? {})])).toEqual(
      refused.map(() => [400, ["name"]]),
    );
    const { json } = await send(csv(`;"${name}";10;Пицца;;;;`), { dry: true });
    expect(json.errors.map(({ row, column }) => [row, column])).toEqual([[2, "Название"]]);
  }
  const { id } = (
    await world.ask("createCompanyItem", {
      as: "owner",
      path: company,
      raw: multipartForm({ name: "Старая", price: 10, categoriesId: [1], defaultCategoryId: 1 }),
    })
  ).json;
  for (const name of ["Старая\nстрока", "\n=1+1"]) {
    await world.db.updateTable("item").set({ name }).where("id", "=", id).execute();
    expect(await named(name)).toMatchObject([{ id }]);
    for (const format of ["csv", "xlsx"] as const) {
      const { json } = await send(await exported(format), { dry: true });
      expect([json.errors, json.added, json.updated]).toEqual([[], 0, 0]);
    }
  }
  await world.ask("deleteCompanyItem", { as: "owner", path: { ...company, id } });
});

test("text with spreadsheet escapes or invalid XML characters — survives export and import", async () => {
  const texts = ["A_x0041_B", "_x0041_x0042_", "_x005F_", "соль\u000bперец", "a\u0001b", "_xyz_", "a\nb", "две  части"];
  const { bytes } = await writeTable({ name: "Лист", head: ["Имя"], rows: texts.map((text) => [text]) }, "xlsx");
  expect((await readTable(bytes)).slice(1).flat()).toEqual(texts);
});

test("CSV in windows-1251 with commas and quotes — is decoded and split into cells", async () => {
  const alphabet = new Map(
    Array.from({ length: 128 }, (_, at) => [
      new TextDecoder("windows-1251").decode(new Uint8Array([at + 128])),
      at + 128,
    ]),
  );
  const old = Buffer.from(
    [...'Название,Цена\n"Щи, ""суточные""",250\n'].map((letter) => alphabet.get(letter) ?? letter.charCodeAt(0)),
  );
  expect(await readTable(old)).toEqual([
    ["Название", "Цена"],
    ['Щи, "суточные"', "250"],
  ]);
});

test("repeated import with the same idempotency key — writes the table once", async () => {
  const bytes = csv(";Дважды;100;Пицца;;;;");
  const key = "one-import-of-this-file";
  expect((await send(bytes, { key })).json).toEqual((await send(bytes, { key })).json);
  expect((await named("Дважды")).length).toBe(1);
  expect((await send(bytes, { key, dry: true })).status).toBe(422);
  expect((await send(csv(";Трижды;100;Пицца;;;;"), { key })).status).toBe(422);
});

const sheet = (rows: string) =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;

const workbookFiles = async (): Promise<Record<string, Uint8Array>> => {
  return unzipSync((await writeTable({ name: "Лист", head: ["Имя"], rows: [["x"]] }, "xlsx")).bytes);
};

const workbookAmong = async (others: number): Promise<Buffer> => {
  const empty = Array.from({ length: others }, (_, at) => [`xl/media/${at}`, new Uint8Array(0)]);
  return Buffer.from(zipSync({ ...Object.fromEntries(empty), ...(await workbookFiles()) }));
};

const workbookWith = async (xml: string): Promise<Buffer> => {
  const files = await workbookFiles();
  const name = Object.keys(files).find((file) => /worksheets\/[^/]+\.xml$/.test(file)) ?? "";
  return Buffer.from(zipSync({ ...files, [name]: Buffer.from(xml) }));
};

/** Returns a ZIP archive that declares a small size but unpacks to 200 MB. */
const createZipBomb = (): Buffer => {
  const packed = deflateRawSync(Buffer.alloc(200 * 1024 * 1024));
  const name = Buffer.from("xl/worksheets/sheet1.xml");
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(20, 4);
  head.writeUInt16LE(8, 8);
  head.writeUInt32LE(packed.length, 18);
  head.writeUInt32LE(100, 22);
  head.writeUInt16LE(name.length, 26);
  return Buffer.concat([head, name, packed]);
};

test.each([
  ["an empty file", () => Buffer.alloc(0), 400],
  ["a picture", () => Buffer.from("\x89PNG\r\n\x1a\n\0\0\0", "latin1"), 400],
  ["an invalid archive", () => Buffer.from("PK\x03\x04 and nothing", "latin1"), 400],
  ["a file of more than 5 MB", () => Buffer.alloc(5 * 1024 * 1024 + 1, "a"), 413],
  ["a table of more than 5,000 rows", () => Buffer.from(`Название\n${"x\n".repeat(5_001)}`), 400],
  ["an archive that unpacks to 200 MB", () => createZipBomb(), 413],
  ["a workbook among 20,000 empty files", () => workbookAmong(20_000), 400],
  [
    "a sheet with a row above 1,000,000",
    () => workbookWith(sheet('<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>x</t></is></c></row>')),
    413,
  ],
  [
    "a sheet with an escaped cell address",
    () => workbookWith(sheet('<row r="1"><c r="&#88;FD1"><v>1</v></c></row>')),
    400,
  ],
  ["an unclosed quote", () => Buffer.from('Название,Цена\n"x'), 400],
])("import of %s — is refused within 10 s with a message", async (_, make, status) => {
  const bytes = await make();
  const measure = async (): Promise<number> => {
    const began = performance.now();
    const refused = await send(bytes, { dry: true });
    expect([refused.status, /[а-яё]/i.test(refused.problem.message)]).toEqual([status, true]);
    return performance.now() - began;
  };
  // A slow attempt is repeated, because a busy computer can delay a single attempt.
  const took = await measure();
  expect(took < LIMIT_MS ? took : await measure()).toBeLessThan(LIMIT_MS);
});

test("import of a workbook with pictures — reads the table", async () => {
  expect((await readTable(await workbookAmong(100))).flat()).toEqual(["Имя", "x"]);
});

test("table of 5,000 rows — is checked and written within 20 s, and its dishes are listed within 3 s", async () => {
  const lines = Array.from({ length: 5_000 }, (_, at) => `;Блюдо ${at};${at % 900};Пицца;Пицца;Ж-${at};;да`);
  const began = performance.now();
  const seen = await send(csv(...lines), { dry: true });
  expect([seen.json.added, seen.json.errors, seen.json.rows.length]).toEqual([5_000, [], 200]);
  expect((await send(csv(...lines))).json.added).toBe(5_000);
  expect(performance.now() - began).toBeLessThan(20_000);
  const again = performance.now();
  expect((await list()).length).toBeGreaterThan(5_000);
  expect(performance.now() - again).toBeLessThan(3_000);
  const xlsx = await exported("xlsx");
  expect((await send(xlsx, { dry: true })).problem.message).toContain("5 000");
});
