import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { permissionTitles } from "#domain/permissions.ts";
import { permissionCatalogue } from "#server/services/roles/roles.ts";
import { type ContractOperation, contractOperations } from "../support/oracles/serverAnswers.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

/** The courier has a part in company 1 and no other; his role there is the test's. */
const COURIER = 7;
const ROLE = 900;
const UNKNOWN = 999_999;
const FOREIGN_COMPANY = 3;
const KEY = "0b8f5a52-0000-4000-8000-00000000beef";

const catalogue = permissionCatalogue.map(({ name }) => name);
const needOf = ({ node }: ContractOperation): string => String(node["x-permission"]);

let world: World;
let foreignGroup = 0;

const give = (names: readonly string[]) => {
  const permissions = JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));
  return world.db.updateTable("role").set({ permissions }).where("id", "=", ROLE).execute();
};

const place = (userId: number, companyId: number, roleId: number) =>
  world.db
    .insertInto("company_user")
    .values({ company_id: companyId, user_id: userId, role_id: roleId })
    .onConflict((conflict) => conflict.columns(["user_id", "company_id"]).doUpdateSet({ role_id: roleId }))
    .execute();

const leave = (companyId: number) =>
  world.db.deleteFrom("company_user").where("user_id", "=", COURIER).where("company_id", "=", companyId).execute();

beforeAll(async () => {
  world = await startWorld();
  await world.db.insertInto("role").values({ id: ROLE, name: "Проверка", company_id: 1, permissions: "{}" }).execute();
  await place(COURIER, 1, ROLE);
  await world.db
    .insertInto("role")
    .values({ id: ROLE + 1, name: "Пустая", permissions: "{}" })
    .execute();
  const body = { name: "Чужая", companyIds: [FOREIGN_COMPANY] };
  foreignGroup = (await world.ask("createCompanyGroup", { as: "admin", body })).json.id;
});
afterAll(() => world.stop());

interface How {
  readonly as?: "courier" | "admin";
  readonly companyId?: number;
  readonly companyGroupId?: number;
  readonly payload?: string;
  readonly query?: string;
}

/** Path parameters: the company and the account are one's own unless said otherwise, everything else does not exist. */
const placeValue = (name: string, how: How, need: string): string => {
  const values: Record<string, string | number> = {
    companyId: how.companyId ?? 1,
    companyGroupId: how.companyGroupId ?? 1,
    userId: need === "authenticated" ? COURIER : UNKNOWN,
    sessionId: KEY,
    fileId: KEY,
    phone: "89160000000",
    invoiceToken: "0123456789abcdef",
  };
  return String(values[name] ?? UNKNOWN);
};

const call = async (operation: ContractOperation, how: How = {}) => {
  const { method, path, node } = operation;
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => placeValue(name, how, needOf(operation)));
  const hasBody = node["requestBody"] !== undefined;
  const answer = await world.app.inject({
    method: method.toUpperCase() as "GET",
    url: url + (how.query ?? ""),
    ...(hasBody && { payload: how.payload ?? "{}" }),
    headers: {
      authorization: `Bearer ${await world.tokenOf(how.as ?? "courier")}`,
      ...(hasBody && { "content-type": "application/json" }),
      ...(node["x-idempotency-key"] !== undefined && { "idempotency-key": KEY }),
    },
  });
  const isOutside = answer.statusCode === 404 && answer.body.includes("Компания не найдена.");
  return { status: answer.statusCode, body: answer.body, isOutside };
};

const isPublic = (operation: ContractOperation): boolean => needOf(operation) === "public";
const inCompany = ({ path }: ContractOperation): boolean => path.includes("{companyId}");
const inGroup = ({ path }: ContractOperation): boolean => path.includes("{companyGroupId}");
const isForm = ({ node }: ContractOperation): boolean =>
  JSON.stringify(node["requestBody"] ?? {}).includes("multipart/form-data");
const isChange = ({ method }: ContractOperation): boolean => method !== "get";
const closed = contractOperations.filter((one) => !isPublic(one));
const ofCompany = closed.filter(inCompany);
/** What needs a permission of the catalogue in a company group: all its companies share what is changed there. */
const ofGroup = closed.filter((one) => inGroup(one) && catalogue.includes(needOf(one)));
/** Calls of the catalogue about all that the caller has. */
const scopeless = closed.filter((one) => catalogue.includes(needOf(one)) && !inCompany(one) && !inGroup(one));

const isLetIn = ({ status, body }: { status: number; body: string }): boolean =>
  status !== 403 && status !== 401 && status < 500 && !/(Компания|Группа компаний) не найдена\./.test(body);
const titles: Readonly<Record<string, string>> = permissionTitles;
const isForbidden = (operation: ContractOperation, { status, body }: { status: number; body: string }): boolean => {
  const title = titles[needOf(operation)];
  return status === 403 && body.includes(`У вас нет права ${title === undefined ? "на это действие" : `«${title}»`}.`);
};

/** Names of the operations for which a thing is not as it should be. */
const failing = async (
  operations: readonly ContractOperation[],
  isRight: (operation: ContractOperation) => Promise<boolean>,
) => {
  const wrong: string[] = [];
  for (const operation of operations) if (!(await isRight(operation))) wrong.push(operation.id);
  return wrong;
};

test("every operation says what it needs, and a permission that it names exists", () => {
  const known = [...catalogue, "public", "authenticated", "admin"];
  expect(contractOperations.filter((one) => !known.includes(needOf(one))).map(({ id }) => id)).toEqual([]);
  expect(ofCompany.filter((one) => needOf(one) === "admin").map(({ id }) => id)).toEqual([]);
  expect(
    scopeless.filter((one) => !/^(catalogue\.(view|edit)|stock\.edit)$/.test(needOf(one))).map(({ id }) => id),
  ).toEqual([]);
  expect([ofGroup.length, scopeless.length].every((count) => count >= 6)).toBe(true);
});

describe("who holds nothing but", () => {
  test.each(catalogue)("%s is let in where it is needed", async (permission) => {
    await give([permission]);
    const needing = closed.filter((one) => needOf(one) === permission);
    const isRight = async (operation: ContractOperation) => {
      const answer = await call(operation);
      return ofGroup.includes(operation) && isChange(operation) ? answer.status === 403 : isLetIn(answer);
    };
    expect(await failing(needing, isRight)).toEqual([]);
  });
});

// Where all the others are not enough, none of them alone is.
describe("who holds everything but", () => {
  test.each(catalogue)("%s is not let in where it is needed", async (permission) => {
    await give(catalogue.filter((name) => name !== permission));
    const needing = [...ofCompany, ...ofGroup, ...scopeless].filter((one) => needOf(one) === permission);
    expect(await failing(needing, async (operation) => isForbidden(operation, await call(operation)))).toEqual([]);
  });
});

test("who holds nothing is let in to what is anybody's, and nowhere else", async () => {
  await give([]);
  const isRight = async (operation: ContractOperation) => {
    const answer = await call(operation);
    return needOf(operation) === "authenticated" ? isLetIn(answer) : answer.status === 403;
  };
  expect(await failing(closed, isRight)).toEqual([]);
});

test("all the permissions of one company are worth nothing in another, nor in one that does not exist", async () => {
  await give(catalogue);
  for (const companyId of [FOREIGN_COMPANY, UNKNOWN])
    expect(await failing(ofCompany, async (operation) => (await call(operation, { companyId })).isOutside)).toEqual([]);
  const isMissing = (companyGroupId: number) => async (operation: ContractOperation) =>
    (await call(operation, { companyGroupId })).status === (needOf(operation) === "admin" ? 403 : 404);
  for (const group of [foreignGroup, UNKNOWN])
    expect(await failing(closed.filter(inGroup), isMissing(group))).toEqual([]);
});

test("what is held in one company is not held in another that one works in too", async () => {
  await give(catalogue);
  await place(COURIER, 2, ROLE + 1);
  const needing = ofCompany.filter((one) => catalogue.includes(needOf(one)));
  const isRefused = async (operation: ContractOperation) =>
    isForbidden(operation, await call(operation, { companyId: 2 }));
  expect(await failing(needing, isRefused)).toEqual([]);
  await leave(2);
});

describe("what a company group shares", () => {
  afterEach(() => leave(2));

  test("is changed only by who holds the permission in every company of the group, and read by who holds it in one", async () => {
    await give(catalogue);
    const changes = ofGroup.filter(isChange);
    const reads = ofGroup.filter((one) => !isChange(one));
    expect(await failing(changes, async (operation) => isForbidden(operation, await call(operation)))).toEqual([]);
    const shown = async () =>
      (await world.ask("getCompanyGroup", { as: "courier", path: { companyGroupId: 1 } })).json.permissions;
    await place(COURIER, 2, ROLE + 1);
    expect(await shown()).toEqual({});
    expect(await failing(changes, async (operation) => isForbidden(operation, await call(operation)))).toEqual([]);
    expect(await failing(reads, async (operation) => isLetIn(await call(operation)))).toEqual([]);
    await place(COURIER, 2, ROLE);
    expect(Object.keys(await shown())).toEqual(expect.arrayContaining(catalogue));
    expect(await failing(ofGroup, async (operation) => isLetIn(await call(operation)))).toEqual([]);
    for (const permission of ["catalogue.view", "catalogue.edit", "settings.edit", "stock.edit"]) {
      await give(catalogue.filter((name) => name !== permission));
      const needing = ofGroup.filter((one) => needOf(one) === permission);
      expect(await failing(needing, async (operation) => isForbidden(operation, await call(operation)))).toEqual([]);
    }
  });

  test("is read and changed by the administrator of the system, who composes the groups", async () => {
    expect(await failing(ofGroup, async (operation) => isLetIn(await call(operation, { as: "admin" })))).toEqual([]);
    const isUnknown = async (operation: ContractOperation) =>
      (await call(operation, { as: "admin", companyGroupId: UNKNOWN })).body.includes("Группа компаний не найдена.");
    expect(await failing(ofGroup, isUnknown)).toEqual([]);
  });

  test("is of no group where the group is no number", async () => {
    for (const companyGroupId of [0, -1, 1e11])
      expect(await failing(ofGroup, async (one) => (await call(one, { companyGroupId })).status === 400)).toEqual([]);
  });
});

test("a call without a scope reaches no entry of a foreign company or group", async () => {
  await give(catalogue);
  const foreign = { company_id: FOREIGN_COMPANY, company_group_id: null, name: "Чужая категория", custom_field: "{}" };
  const { id } = await world.db.insertInto("category").values(foreign).returning("id").executeTakeFirstOrThrow();
  const shared = { ...foreign, company_id: null, company_group_id: foreignGroup };
  const other = await world.db.insertInto("category").values(shared).returning("id").executeTakeFirstOrThrow();
  const list = await world.ask("listAllCategories", { as: "courier" });
  expect(list.json.some((category) => category.id === id || category.id === other.id)).toBe(false);
  for (const one of [id, other.id]) {
    expect((await world.ask("getCategory", { as: "courier", path: { id: one } })).status).toBe(404);
    expect((await world.ask("deleteCategory", { as: "courier", path: { id: one } })).status).toBe(404);
  }
  await world.db.deleteFrom("category").where("id", "in", [id, other.id]).execute();
});

test("another company in the body is refused, in the query it changes nothing", async () => {
  await give(catalogue);
  const payload = JSON.stringify({ companyId: FOREIGN_COMPANY });
  const takes = ofCompany.filter((one) => one.node["requestBody"] !== undefined && !isForm(one));
  expect(await failing(takes, async (operation) => (await call(operation, { payload })).status === 400)).toEqual([]);
  const lists = ofCompany.filter(({ method }) => method === "get");
  const isSame = async (operation: ContractOperation) => {
    const asked = await call(operation, { query: `?companyId=${FOREIGN_COMPANY}` });
    const { status, body } = await call(operation);
    return asked.status === status && (status !== 200 || asked.body === body);
  };
  expect(await failing(lists, isSame)).toEqual([]);
});

test("the administration is open to 'Admin' and to nobody else, whatever he holds", async () => {
  await give(catalogue);
  const administration = closed.filter((one) => needOf(one) === "admin");
  expect(administration.length).toBeGreaterThan(10);
  expect(await failing(administration, async (operation) => (await call(operation)).status === 403)).toEqual([]);
  const isOpen = async (operation: ContractOperation) => isLetIn(await call(operation, { as: "admin" }));
  expect(await failing(administration, isOpen)).toEqual([]);
});
