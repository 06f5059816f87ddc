import fc from "fast-check";
import { expect, test } from "vitest";
import { createActor } from "xstate";
import { createApi, type Schemas } from "#api/client.ts";
import { describeRole } from "#app/screens/roles/describeRole.ts";
import { copyName } from "#app/screens/roles/roleParts.ts";
import {
  permissions,
  type RoleChoices,
  type RoleDraft,
  type RoleRow,
  type RoleScope,
  roleDirectory,
  roleEditor,
  setPermission,
} from "#machines/directory/descriptors/roles.ts";
import { directoryEditorActors, directoryListActors } from "#machines/directory/directory.actors.ts";
import { directoryEditorMachineOf } from "#machines/directory/directoryEditor.machine.ts";
import { directoryListMachineOf } from "#machines/directory/directoryList.machine.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { flushPromises } from "../support/machines/flushPromises.ts";

test("ticking a permission — sets the permission to 1, and unticking removes the permission", () => {
  expect(setPermission({ "order.edit": 1 }, "order.view", "1")).toEqual({ "order.edit": 1, "order.view": 1 });
  expect(setPermission({ "order.edit": 1, "order.view": 1 }, "order.view", "")).toEqual({ "order.edit": 1 });
});

test("setPermission — removes the permission for an empty value or 0, and ignores an invalid value", () => {
  const held = { "discount.maxPercent": 20 };
  for (const gone of ["", " ", "0", "00"]) expect(setPermission(held, "discount.maxPercent", gone)).toEqual({});
  for (const ignored of ["1.5", "abc", "-1", "1e2", "0x10", "12a", "１２", "9999999"])
    expect(setPermission(held, "discount.maxPercent", ignored)).toEqual(held);
  expect(setPermission(held, "discount.maxPercent", " 35 ")).toEqual({ "discount.maxPercent": 35 });
});

test("setPermission — for any text, sets a whole number of at least 1 or removes the permission", () => {
  fc.assert(
    fc.property(fc.string(), fc.nat({ max: 100 }), (text, other) => {
      const { x, ...rest } = setPermission({ x: 5, y: other }, "x", text);
      expect(rest).toEqual({ y: other });
      expect(x === undefined || (Number.isInteger(x) && x >= 1)).toBe(true);
    }),
  );
});

const role = (over: Partial<RoleRow> = {}): RoleRow => ({
  id: 12,
  name: "Старший",
  isPublic: false,
  companyId: 1,
  companyName: "Колос",
  permissions: { "order.view": 1 },
  version: 3,
  userCount: 0,
  ...over,
});

const catalogue: Schemas["Permission"][] = [
  { name: "Stock.view", title: "Склад", type: "bool" },
  { name: "discount.maxPercent", title: "Скидка", type: "int" },
  { name: "order.view", title: "Заказы", type: "bool" },
];

interface Sent {
  method: string;
  path: string;
  body: unknown;
  version: string | null;
  key: string | null;
}

const clerk = role({
  id: 13,
  name: "Кладовщик",
  permissions: { "Stock.view": 1, "order.view": 1, "discount.maxPercent": 0 },
});

/** Returns a fake server with the roles `role()` and `clerk`, and the list of received requests. */
const givenServer = () => {
  const sent: Sent[] = [];
  const fetch = async (request: Request) => {
    const { method, headers } = request;
    const path = new URL(request.url).pathname;
    const text = await request.clone().text();
    const body: unknown = text === "" ? undefined : JSON.parse(text);
    sent.push({ method, path, body, version: headers.get("If-Match"), key: headers.get("Idempotency-Key") });
    if (method === "DELETE") return new Response(null, { status: 204 });
    if (path.endsWith("/Permissions")) return Response.json(catalogue);
    if (path === "/api/Admin/Company") return Response.json({ rows: [{ id: 1, name: "Колос" }], next: null });
    return Response.json(method === "GET" && /RoleCompany(\/Company\/\d+)?$/.test(path) ? [role(), clerk] : role());
  };
  return { api: createApi({ baseUrl: "http://server", fetch }), sent };
};

const givenEditor = async (scope: RoleScope, id: number | undefined) => {
  const { api, sent } = givenServer();
  const parts = { api, scope, environment: steadyEnvironment, newKey: () => "key-0001" };
  const actors = directoryEditorActors(roleEditor, parts);
  const machine = directoryEditorMachineOf<RoleDraft, RoleChoices>().provide({ actors });
  const editor = createActor(machine, { input: { id } }).start();
  await flushPromises();
  sent.length = 0;
  return { editor, sent };
};

test.each([
  ["in a company", { companyId: 1, copied: { id: 12, rename: copyName } }, { isPublic: false, companyId: "" }],
  ["in the list of all roles", {}, { isPublic: false, companyId: "1" }],
] as const)(
  "the form of a copied role %s — begins with the copied permissions, and a save creates a new role",
  async (_, scope, owner) => {
    const { editor, sent } = await givenEditor({ ...scope, copied: { id: 12, rename: copyName } }, undefined);
    const copy = editor.getSnapshot().context.opening?.opened.draft;
    expect(copy).toEqual({ ...owner, name: "Копия — Старший", permissions: { "order.view": 1 } });
    if (copy) editor.send({ type: "draft.submit", draft: copy });
    await flushPromises();
    expect(sent).toMatchObject([
      { method: "POST", body: { name: "Копия — Старший", permissions: { "order.view": 1 } } },
    ]);
  },
);

test("copy of a public role in a company — is not public, and its name has at most 200 characters", async () => {
  const original = role({ isPublic: true, companyId: null, companyName: null, name: "я".repeat(200) });
  const { blank, loadChoices } = roleEditor;
  const fetch = async (request: Request) =>
    Response.json(new URL(request.url).pathname.endsWith("/Permissions") ? catalogue : original);
  const scope = { companyId: 1, copied: { id: 2, rename: copyName } };
  const api = createApi({ baseUrl: "http://server", fetch });
  const copy = blank(scope, await loadChoices(api, scope, new AbortController().signal));
  expect(copy).toMatchObject({ isPublic: false, companyId: "" });
  expect(copy.name).toHaveLength(200);
});

const draft: RoleDraft = { name: "Новая", isPublic: false, companyId: "", permissions: { "order.view": 1 } };
const body = { name: "Новая", isPublic: false, companyId: null, permissions: { "order.view": 1 } };

test.each([
  ["a new role of a company", "POST", "/api/RoleCompany/Company/1", { companyId: 1 }, undefined],
  ["a stored role of a company", "PUT", "/api/RoleCompany/12/Company/1", { companyId: 1 }, 12],
  ["a new role in the list of all roles", "POST", "/api/RoleCompany", {}, undefined],
  ["a stored role in the list of all roles", "PUT", "/api/RoleCompany/12", {}, 12],
] as const)("%s — is saved by the request %s %s", async (_, method, path, scope, id) => {
  const { editor, sent } = await givenEditor(scope, id);
  editor.send({ type: "draft.submit", draft });
  await flushPromises();
  expect(sent).toEqual([{ method, path, body, version: id ? '"3"' : null, key: "key-0001" }]);
  expect(editor.getSnapshot()).toMatchObject({ value: "saved", context: { savedId: 12 } });
});

test("role form — sorts permissions regardless of case, and offers a company only in the list of all roles", async () => {
  const { editor } = await givenEditor({ companyId: 1 }, 12);
  const { opening } = editor.getSnapshot().context;
  expect(opening?.choices.permissions.map(({ name }) => name)).toEqual([
    "discount.maxPercent",
    "order.view",
    "Stock.view",
  ]);
  expect(opening?.choices.companies).toEqual([]);
  expect(opening?.opened.draft).toEqual({
    name: "Старший",
    isPublic: false,
    companyId: "1",
    permissions: { "order.view": 1 },
  });
  const all = await givenEditor({}, undefined);
  expect(all.editor.getSnapshot().context.opening?.choices.companies).toEqual([{ id: 1, name: "Колос" }]);
});

test("describeRole — returns the fields and permissions of a role as texts", async () => {
  const { editor } = await givenEditor({}, 12);
  const choices = editor.getSnapshot().context.opening?.choices ?? { permissions: [], companies: [] };
  const full = { ...draft, companyId: "1", permissions: { "order.view": 1, "discount.maxPercent": 20 } };
  expect(describeRole(full, choices)).toEqual([
    ["Название", "Новая"],
    ["Системная", "нет"],
    ["Компания", "Колос"],
    ["Скидка", "20"],
    ["Заказы", "есть"],
  ]);
});

test("removal of a role — uses the company's API path in a company, otherwise the general path", async () => {
  for (const [scope, path] of [
    [{ companyId: 1 }, "/api/RoleCompany/12/Company/1"],
    [{}, "/api/RoleCompany/12"],
  ] as const) {
    const { api, sent } = givenServer();
    const actors = directoryListActors(roleDirectory, { api, scope, environment: steadyEnvironment, now: () => 0 });
    const list = createActor(directoryListMachineOf<RoleRow, "remove">().provide({ actors })).start();
    await flushPromises();
    list.send({ type: "command.choose", chosen: { command: "remove", row: role() } });
    list.send({ type: "command.confirm" });
    await flushPromises();
    expect(sent.filter(({ method }) => method === "DELETE").map((one) => one.path)).toEqual([path]);
  }
});

test("each permission — is listed with its title, its type and the roles that contain the permission", async () => {
  const rows = await permissions.list(givenServer().api, undefined, new AbortController().signal);
  expect(rows).toEqual([
    { id: "discount.maxPercent", title: "Скидка", type: "int", roles: [] },
    { id: "order.view", title: "Заказы", type: "bool", roles: [role(), clerk] },
    { id: "Stock.view", title: "Склад", type: "bool", roles: [clerk] },
  ]);
});
