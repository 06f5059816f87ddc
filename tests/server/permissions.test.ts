import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { permissionTitles } from "#domain/permissions.ts";
import { permissionCatalogue } from "#server/services/roles/roles.ts";
import { type ContractOperation, contractOperations } from "../support/oracles/serverAnswers.ts";
import { startWorld, type World } from "../support/server/testServer.ts";

/** Id of the demo courier, who belongs only to company 1. The tests change the role of this user. */
const COURIER = 7;
const ROLE = 900;
const UNKNOWN = 999_999;
const FOREIGN_COMPANY = 3;
const KEY = "0b8f5a52-0000-4000-8000-00000000beef";

const catalogue = permissionCatalogue.map(({ name }) => name);
const permissionOf = ({ node }: ContractOperation): string => String(node["x-permission"]);

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

/**
 * Returns the value of a path parameter. The company and the company group are 1 unless `how` names others. The user is
 * the courier if the operation requires no permission. Any other id belongs to no record.
 */
const parameterValue = (name: string, how: How, need: string): string => {
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
  const url = path.replace(/\{(\w+)\}/g, (_, name: string) => parameterValue(name, how, permissionOf(operation)));
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

const isPublic = (operation: ContractOperation): boolean => permissionOf(operation) === "public";
const inCompany = ({ path }: ContractOperation): boolean => path.includes("{companyId}");
const inGroup = ({ path }: ContractOperation): boolean => path.includes("{companyGroupId}");
const isForm = ({ node }: ContractOperation): boolean =>
  JSON.stringify(node["requestBody"] ?? {}).includes("multipart/form-data");
const isChange = ({ method }: ContractOperation): boolean => method !== "get";
const protectedOperations = contractOperations.filter((one) => !isPublic(one));
const ofCompany = protectedOperations.filter(inCompany);
/** Operations that require a permission of `permissionCatalogue` and have a company group in the path. */
const ofGroup = protectedOperations.filter((one) => inGroup(one) && catalogue.includes(permissionOf(one)));
/**
 * Operations that require a permission of `permissionCatalogue` and have neither a company nor a company group in the
 * path.
 */
const withoutScope = protectedOperations.filter(
  (one) => catalogue.includes(permissionOf(one)) && !inCompany(one) && !inGroup(one),
);

const isAllowed = ({ status, body }: { status: number; body: string }): boolean =>
  status !== 403 && status !== 401 && status < 500 && !/(Компания|Группа компаний) не найдена\./.test(body);
const titles: Readonly<Record<string, string>> = permissionTitles;
const isForbidden = (operation: ContractOperation, { status, body }: { status: number; body: string }): boolean => {
  const title = titles[permissionOf(operation)];
  return status === 403 && body.includes(`У вас нет права ${title === undefined ? "на это действие" : `«${title}»`}.`);
};

/** Returns the ids of the operations for which a check returns false. */
const failuresOf = async (
  operations: readonly ContractOperation[],
  isCorrect: (operation: ContractOperation) => Promise<boolean>,
) => {
  const wrong: string[] = [];
  for (const operation of operations) if (!(await isCorrect(operation))) wrong.push(operation.id);
  return wrong;
};

test("every operation — declares an existing permission", () => {
  const known = [...catalogue, "public", "authenticated", "admin", "company.create"];
  expect(contractOperations.filter((one) => !known.includes(permissionOf(one))).map(({ id }) => id)).toEqual([]);
  expect(ofCompany.filter((one) => permissionOf(one) === "admin").map(({ id }) => id)).toEqual([]);
  expect(
    withoutScope.filter((one) => !/^(catalogue\.(view|edit)|stock\.edit)$/.test(permissionOf(one))).map(({ id }) => id),
  ).toEqual([]);
  expect([ofGroup.length, withoutScope.length].every((count) => count >= 6)).toBe(true);
});

describe("user with only one permission", () => {
  test.each(catalogue)(
    "user with only the permission %s — can call the operations that require this permission, except changes of a company group",
    async (permission) => {
      await give([permission]);
      const affected = protectedOperations.filter((one) => permissionOf(one) === permission);
      const isCorrect = async (operation: ContractOperation) => {
        const answer = await call(operation);
        return ofGroup.includes(operation) && isChange(operation) ? answer.status === 403 : isAllowed(answer);
      };
      expect(await failuresOf(affected, isCorrect)).toEqual([]);
    },
  );
});

// The users in these tests lack exactly one permission. If the server refuses them, it also refuses users with fewer
// permissions.
describe("user without one of the permissions", () => {
  test.each(catalogue)(
    "user with all permissions except %s — cannot call the operations that require this permission",
    async (permission) => {
      await give(catalogue.filter((name) => name !== permission));
      const affected = [...ofCompany, ...ofGroup, ...withoutScope].filter((one) => permissionOf(one) === permission);
      expect(await failuresOf(affected, async (operation) => isForbidden(operation, await call(operation)))).toEqual(
        [],
      );
    },
  );
});

test("user without permissions — can call only operations that require no permission", async () => {
  await give([]);
  const isCorrect = async (operation: ContractOperation) => {
    const answer = await call(operation);
    return permissionOf(operation) === "authenticated" ? isAllowed(answer) : answer.status === 403;
  };
  expect(await failuresOf(protectedOperations, isCorrect)).toEqual([]);
});

test("permissions in one company — do not apply to a company to which the user does not belong", async () => {
  await give(catalogue);
  for (const companyId of [FOREIGN_COMPANY, UNKNOWN])
    expect(await failuresOf(ofCompany, async (operation) => (await call(operation, { companyId })).isOutside)).toEqual(
      [],
    );
  const isMissing = (companyGroupId: number) => async (operation: ContractOperation) =>
    (await call(operation, { companyGroupId })).status === (permissionOf(operation) === "admin" ? 403 : 404);
  for (const group of [foreignGroup, UNKNOWN])
    expect(await failuresOf(protectedOperations.filter(inGroup), isMissing(group))).toEqual([]);
});

test("permission in one company — does not apply to the user's other companies", async () => {
  await give(catalogue);
  await place(COURIER, 2, ROLE + 1);
  const affected = ofCompany.filter((one) => catalogue.includes(permissionOf(one)));
  const isRefused = async (operation: ContractOperation) =>
    isForbidden(operation, await call(operation, { companyId: 2 }));
  expect(await failuresOf(affected, isRefused)).toEqual([]);
  await leave(2);
});

describe("catalogue of a company group", () => {
  afterEach(() => leave(2));

  test("catalogue of a company group — can be changed only with the required permission in every company of the group", async () => {
    await give(catalogue);
    const changes = ofGroup.filter(isChange);
    const reads = ofGroup.filter((one) => !isChange(one));
    expect(await failuresOf(changes, async (operation) => isForbidden(operation, await call(operation)))).toEqual([]);
    const shown = async () =>
      (await world.ask("getCompanyGroup", { as: "courier", path: { companyGroupId: 1 } })).json.permissions;
    await place(COURIER, 2, ROLE + 1);
    expect(await shown()).toEqual({});
    expect(await failuresOf(changes, async (operation) => isForbidden(operation, await call(operation)))).toEqual([]);
    expect(await failuresOf(reads, async (operation) => isAllowed(await call(operation)))).toEqual([]);
    await place(COURIER, 2, ROLE);
    expect(Object.keys(await shown())).toEqual(expect.arrayContaining(catalogue));
    expect(await failuresOf(ofGroup, async (operation) => isAllowed(await call(operation)))).toEqual([]);
    for (const permission of ["catalogue.view", "catalogue.edit", "settings.edit", "stock.edit"]) {
      await give(catalogue.filter((name) => name !== permission));
      const affected = ofGroup.filter((one) => permissionOf(one) === permission);
      expect(await failuresOf(affected, async (operation) => isForbidden(operation, await call(operation)))).toEqual(
        [],
      );
    }
  });

  test("catalogue of a company group — can be changed by a global administrator", async () => {
    expect(await failuresOf(ofGroup, async (operation) => isAllowed(await call(operation, { as: "admin" })))).toEqual(
      [],
    );
    const isUnknown = async (operation: ContractOperation) =>
      (await call(operation, { as: "admin", companyGroupId: UNKNOWN })).body.includes("Группа компаний не найдена.");
    expect(await failuresOf(ofGroup, isUnknown)).toEqual([]);
  });

  test("catalogue of a company group — requests with a group id that is not a positive 32-bit integer are refused with 400", async () => {
    for (const companyGroupId of [0, -1, 1e11])
      expect(await failuresOf(ofGroup, async (one) => (await call(one, { companyGroupId })).status === 400)).toEqual(
        [],
      );
  });
});

test("operation without a company in its path — does not reach records of other companies and groups", async () => {
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

test("another company's id — is refused in a body and in a query", async () => {
  await give(catalogue);
  const payload = JSON.stringify({ companyId: FOREIGN_COMPANY });
  const takes = ofCompany.filter((one) => one.node["requestBody"] !== undefined && !isForm(one));
  expect(await failuresOf(takes, async (operation) => (await call(operation, { payload })).status === 400)).toEqual([]);
  const lists = ofCompany.filter(({ method }) => method === "get");
  const query = `?companyId=${FOREIGN_COMPANY}`;
  expect(await failuresOf(lists, async (operation) => (await call(operation, { query })).status === 400)).toEqual([]);
});

test("administration operations — are allowed only to the role 'Admin'", async () => {
  await give(catalogue);
  const administration = protectedOperations.filter((one) => permissionOf(one) === "admin");
  expect(administration.length).toBeGreaterThan(10);
  expect(await failuresOf(administration, async (operation) => (await call(operation)).status === 403)).toEqual([]);
  const isOpen = async (operation: ContractOperation) => isAllowed(await call(operation, { as: "admin" }));
  expect(await failuresOf(administration, isOpen)).toEqual([]);
});
