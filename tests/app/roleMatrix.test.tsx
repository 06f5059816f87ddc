import { beforeEach, expect, test } from "vitest";
import type { Schemas } from "#api/client.ts";
import { groupPermissions } from "#app/screens/roles/groupPermissions.ts";
import { RoleList } from "#app/screens/roles/RoleList.tsx";
import { permissionTitles } from "#domain/permissions.ts";
import { givenCompany } from "../support/app/bakery.ts";
import { click, mountWith, waitUntil } from "../support/app/mount.tsx";
import { givenServices } from "../support/app/services.ts";
import { stubResizeObserver } from "../support/app/stubs.ts";

beforeEach(stubResizeObserver);

const catalogue: Schemas["Permission"][] = [
  { name: "discount.maxPercent", title: "Наибольшая скидка, %", type: "int" },
  { name: "order.create", title: "Приём заказов", type: "bool" },
  { name: "order.view", title: "Просмотр заказов", type: "bool" },
  { name: "role.manage", title: "Управление ролями", type: "bool" },
  { name: "robot.drive", title: "Вождение робота", type: "bool" },
];

const roles: Partial<Schemas["Role"]>[] = [
  {
    id: 3,
    name: "Оператор",
    isPublic: true,
    permissions: { "order.view": 1, "order.create": 1, "discount.maxPercent": 20 },
    userCount: 2,
  },
  { id: 12, name: "", isPublic: false, permissions: { "order.view": 1, "robot.drive": 1 }, userCount: 0 },
];

/** Renders the roles of company 1 with the query string `search`, and waits for the first row. */
const given = async (search: string, permissions: Readonly<Record<string, number>>) => {
  history.replaceState(null, "", `/Company/1/RoleCompany${search}`);
  const { services } = givenServices(({ path }) => Response.json(path.endsWith("/Permissions") ? catalogue : roles), {
    companies: [givenCompany(permissions)],
  });
  const { box } = await mountWith(services, <RoleList companyId={1} />);
  await waitUntil(() => expect(box.textContent).toContain("Оператор"));
  const textOf = (cell: Element) => cell.querySelector("[aria-label]")?.getAttribute("aria-label") ?? cell.textContent;
  const table = () => [...box.querySelectorAll("tr")].map((row) => [...row.children].map(textOf));
  const links = () => [...box.querySelectorAll("table a")].map((link) => link.getAttribute("href"));
  return { box, table, links };
};

test("matrix of roles — shows the permissions as rows in groups, and the roles as columns", async () => {
  const { box, table } = await given("?view=matrix", { "role.manage": 1 });
  await waitUntil(() =>
    expect(table()).toEqual([
      ["Право", "Операторобщая", "Без названия"],
      ["Заказы", ""],
      ["Просмотр заказов", "есть", "есть"],
      ["Приём заказов", "есть", "нет"],
      ["Наибольшая скидка, %", "20", "нет"],
      ["Сотрудники", ""],
      ["Управление ролями", "нет", "нет"],
      ["Прочее", ""],
      ["Вождение робота", "нет", "есть"],
    ]),
  );
  expect(box.querySelectorAll("table input, table button")).toHaveLength(0);
  expect(box.querySelector('section[aria-label="Права ролей"]')?.getAttribute("tabindex")).toBe("0");
  for (const { name } of catalogue) expect(box.textContent).not.toContain(name);
});

test.each([
  [
    "who may manage roles",
    "the page of a public role and the form of a company's role",
    { "role.manage": 1 },
    ["/Company/1/RoleCompany/3", "/Company/1/RoleCompany/12/Edit"],
  ],
  ["without permissions", "their pages", {}, ["/Company/1/RoleCompany/3", "/Company/1/RoleCompany/12"]],
])("matrix of roles — for a user %s, the roles link to %s", async (_who, _targets, permissions, expected) => {
  const { links } = await given("?view=matrix", permissions);
  await waitUntil(() => expect(links()).toEqual(expected));
});

test("chips of the list of roles — switch between list and matrix, and store the choice in the URL", async () => {
  const { box, table } = await given("", { "role.manage": 1 });
  const chip = (title: string) => [...box.querySelectorAll("button")].find(({ textContent }) => textContent === title);
  const choose = async (title: string) => click(chip(title) ?? box);
  await choose("Матрица");
  await waitUntil(() => expect(table().at(1)).toEqual(["Заказы", ""]));
  expect(location.search).toBe("?view=matrix");
  expect(chip("Матрица")?.getAttribute("aria-pressed")).toBe("true");
  await choose("Список");
  await waitUntil(() => expect(table().at(1)?.at(1)).toBe("Оператор"));
  expect(location.search).toBe("");
});

test.each([
  [
    "who may manage users",
    "links to the employees with the role",
    { "role.manage": 1, "user.manage": 1 },
    ["/Company/1/Employee?role=3"],
  ],
  ["who may not manage users", "has no link", { "role.manage": 1 }, []],
])("list of roles — for a user %s, the number of users of a role %s", async (_who, _link, permissions, expected) => {
  const { links } = await given("", permissions);
  expect(links().filter((href) => href?.includes("/Employee"))).toEqual(expected);
});

test("groupPermissions — puts every permission of the server into a titled group", () => {
  const all = Object.entries(permissionTitles).map(([name, title]) => ({ name, title, type: "bool" }));
  const groups = groupPermissions(all);
  expect(groups.map(({ title }) => title)).not.toContain("Прочее");
  expect(groups.flatMap(({ permissions }) => permissions.map(({ name }) => name)).toSorted()).toEqual(
    Object.keys(permissionTitles).toSorted(),
  );
});
