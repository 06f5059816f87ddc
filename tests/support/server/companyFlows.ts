import { sql } from "kysely";
import sharp from "sharp";
import { sendFields } from "./directorySamples.ts";
import { multipartForm } from "./form.ts";
import { givenOrder, pathOf } from "./orders.ts";
import { newStockItem } from "./packingLists.ts";
import type { World } from "./testServer.ts";
import { givenSent, givenTransferDraft, moveStock, newTransferItem } from "./transfers.ts";

/** Company that owns the records of the flows, and its group. */
const COMPANY = 1;
const GROUP = 1;

const DAY_MS = 86_400_000;

const tableOf = (rows: readonly string[]) =>
  multipartForm({}, { file: { bytes: Buffer.from(rows.join("\r\n")), name: "table.csv", type: "text/csv" } });

const ITEM_COLUMNS = "Id;Название;Цена;Категории;Основная категория;Артикул;Информация для повара;Активна";

/** Calls an operation with a raw body. Throws if the server refuses the request. */
const sendRaw = async (
  world: World,
  operation: "uploadFile" | "uploadCompanyFile" | "importCompanyItems" | "importGroupItems" | "readPackingListTable",
  raw: { readonly type: string; readonly text: Buffer },
): Promise<void> => {
  const path = { companyId: COMPANY, companyGroupId: GROUP };
  const { status, text } = await world.ask(operation, { as: "admin", path, raw });
  if (status >= 300) throw new Error(`${operation}: ${status} ${text}`);
};

const reorder = async (world: World): Promise<void> => {
  const directories = [
    ["summarizeOrderStatuses", "reorderOrderStatuses"],
    ["summarizeTags", "reorderTags"],
    ["summarizeDiscounts", "reorderDiscounts"],
    ["listPaymentMethods", "reorderPaymentMethods"],
  ] as const;
  for (const [list, order] of directories) {
    const { json } = await world.ask(list, { as: "owner", path: { companyId: COMPANY } });
    const ids = json.map(({ id }) => id);
    const reversed = ids.toReversed();
    await sendFields(world, order, { fields: { seen: ids, ids: reversed } });
    await sendFields(world, order, { fields: { seen: reversed, ids } });
  }
};

const changeGroup = async (world: World): Promise<void> => {
  const request = { as: "admin", path: { companyGroupId: GROUP } };
  const name = "Проба группы";
  const category = await sendFields(world, "createGroupCategory", { ...request, fields: { name }, isForm: true });
  const itemFields = { name, price: 100, categoriesId: [category.id] };
  const item = await sendFields(world, "createGroupItem", { ...request, fields: itemFields, isForm: true });
  const stockFields = { title: name, unit: "кг" };
  const stockItem = await sendFields(world, "createGroupStockItem", { ...request, fields: stockFields });
  await sendRaw(world, "importGroupItems", tableOf([ITEM_COLUMNS, `;Ввоз группы;10;${name};;;;`]));
  await sendFields(world, "updateItemPrice", { path: { id: item.id }, fields: { price: 90 }, seen: 0 });
  const pathTo = ({ id }: { id: number }) => ({ ...request, path: { ...request.path, id } });
  await sendFields(world, "deleteGroupItem", pathTo(item));
  const { rows } = await sql<{ id: number }>`select id from item where name = 'Ввоз группы'`.execute(world.db);
  for (const row of rows) await sendFields(world, "deleteGroupItem", pathTo(row));
  await sendFields(world, "deleteGroupCategory", pathTo(category));
  await sendFields(world, "deleteGroupStockItem", pathTo(stockItem));
};

const fillFiles = async (world: World): Promise<void> => {
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#0b7269" } })
    .png()
    .toBuffer();
  for (const operation of ["uploadFile", "uploadCompanyFile"] as const)
    await sendRaw(world, operation, multipartForm({}, { data: { bytes } }));
  await sendRaw(world, "importCompanyItems", tableOf([ITEM_COLUMNS, ";Ввоз раздела;10;Пицца;;;;"]));
  await newStockItem(world, 50, "Мука раздела");
  await sendRaw(world, "readPackingListTable", tableOf(["Наименование;Кол-во;Цена;НДС", "Мука раздела;2;48;10"]));
};

const setCompanyUp = async (world: World): Promise<void> => {
  const { id } = await sendFields(world, "createCompany", { fields: { name: "Новая пекарня" } });
  const path = { companyId: id };
  await sendFields(world, "addSampleMenu", { path });
  await sendFields(world, "copyFromCompany", { path, fields: { fromCompanyId: COMPANY, parts: ["tags"] } });
  await sendFields(world, "deleteCompany", { path });
};

const endTransfers = async (world: World): Promise<void> => {
  const stockItemId = await newTransferItem(world);
  await moveStock(world, COMPANY, stockItemId, 20);
  const items = [{ stockItemId, count: 2 }];
  const draft = await givenTransferDraft(world, items);
  const fields = { toCompanyId: 2, items: [{ stockItemId, count: 3 }] };
  const request = { as: "manager", path: { id: draft.id } };
  const { version } = await sendFields(world, "updateTransferList", { ...request, fields, seen: draft.version });
  await sendFields(world, "deleteTransferList", { ...request, seen: version });
  const recalled = await givenSent(world, items);
  await sendFields(world, "recallTransferList", { path: { id: recalled.id }, seen: recalled.version });
  const refused = await givenSent(world, items);
  await sendFields(world, "refuseTransferList", {
    as: "admin",
    path: { companyId: 2, id: refused.id },
    fields: { reason: "Не заказывали" },
    seen: refused.version,
  });
};

const setStock = async (world: World): Promise<void> => {
  const id = await newStockItem(world);
  await sendFields(world, "updateStockMinimum", { path: { id }, fields: { minCount: 3, orderUpTo: 9 }, seen: 0 });
  for (const isHidden of [true, false]) await sendFields(world, "hideStock", { path: { id }, fields: { isHidden } });
  const { json } = await world.ask("getStockSettings", { as: "owner", path: { companyId: COMPANY } });
  const fields = { closedUntil: null, isVatInCost: json.isVatInCost };
  await sendFields(world, "updateStockSettings", { fields, seen: json.version });
};

const stopDish = async (world: World): Promise<void> => {
  const until = new Date(Date.now() + DAY_MS).toISOString();
  await sendFields(world, "putItemStop", {
    path: { itemId: 1 },
    fields: { until, remaining: 5, reason: "Мало теста" },
  });
  await sendFields(world, "deleteItemStop", { path: { itemId: 1 } });
};

const talkToSupport = async (world: World): Promise<void> => {
  const fields = { subject: "Не печатает", text: "Что делать?", companyId: COMPANY };
  const thread = await sendFields(world, "createFeedback", { fields });
  const path = { id: thread.id };
  const answered = await sendFields(world, "answerFeedback", {
    as: "admin",
    path,
    fields: { text: "Включите принтер" },
    seen: thread.version,
  });
  await sendFields(world, "closeFeedback", { as: "admin", path, seen: answered.version });
};

const resolveReview = async (world: World): Promise<void> => {
  const order = await givenOrder(world);
  const { rows } = await sql<{ id: number; version: number }>`
    insert into guest_review (company_id, order_id, food, delivery, service, text, is_call_back, created_at, changed_at, case_state)
    values (${COMPANY}, ${order.id}, 2, 2, 2, 'Остыло', false, now(), now(), 'open') returning id, version`.execute(
    world.db,
  );
  const [review] = rows;
  const fields = { caseState: "closed", caseText: "Позвонили и извинились" };
  await sendFields(world, "resolveGuestReview", { path: { id: review?.id ?? 0 }, fields, seen: review?.version });
};

const changeCatalogue = async (world: World): Promise<void> => {
  const fields = { companyId: COMPANY, name: "Проба каталога" };
  const category = await sendFields(world, "createCategory", { fields, isForm: true });
  const itemFields = { ...fields, price: 100, categoriesId: [category.id] };
  const item = await sendFields(world, "createItem", { fields: itemFields, isForm: true });
  const stockFields = { companyId: COMPANY, title: "Проба каталога", unit: "кг" };
  const stockItem = await sendFields(world, "createStockItem", { fields: stockFields });
  await sendFields(world, "deleteItem", { path: { id: item.id } });
  await sendFields(world, "deleteCategory", { path: { id: category.id } });
  await sendFields(world, "deleteStockItem", { path: { id: stockItem.id } });
};

const administer = async (world: World): Promise<void> => {
  const as = "admin";
  const fields = { name: "Проба роли", permissions: { "order.view": 1 } };
  const role = await sendFields(world, "createAnyRole", { as, fields });
  const path = { roleId: role.id };
  await sendFields(world, "updateAnyRole", { as, path, fields });
  await sendFields(world, "deleteAnyRole", { as, path });
  const groupFields = { name: "Проба группы компаний", companyIds: [] };
  const group = await sendFields(world, "createCompanyGroup", { as, fields: groupFields });
  await sendFields(world, "deleteCompanyGroup", { as, path: { companyGroupId: group.id } });
};

const saveView = async (world: World): Promise<void> => {
  const fields = { name: "Мои заказы", screen: "open", query: "sort=number" };
  const view = await sendFields(world, "createUserView", { fields });
  const path = { id: view.id };
  const saved = await sendFields(world, "updateUserView", {
    path,
    fields: { ...fields, query: "" },
    seen: view.version,
  });
  await sendFields(world, "deleteUserView", { path, seen: saved.version });
};

const changeAccounts = async (world: World): Promise<void> => {
  const { rows } = await sql<{ id: number }>`select id from app_user where user_name = 'courier3'`.execute(world.db);
  const path = { userId: rows[0]?.id ?? 0 };
  const [as, password] = ["courier3", "courier3-demo"];
  const signIn = { grantType: "password", userName: as, password };
  await sendFields(world, "signIn", { fields: signIn });
  await sendFields(world, "saveAccount", { as, path, fields: { alias: "Курьер раздела" } });
  const { json: own } = await world.ask("listAccountSessions", { as, path });
  const second = own.rows.find(({ isCurrent }) => !isCurrent);
  await sendFields(world, "endAccountSession", { as, path: { ...path, sessionId: second?.id ?? "" } });
  await sendFields(world, "endOtherSessions", { as, path });
  await sendFields(world, "changePassword", {
    as,
    path,
    fields: { currentPassword: password, newPassword: "новый-пароль" },
  });
  for (const isActive of [false, true])
    await sendFields(world, "setAccountActive", { as: "admin", path, fields: { isActive } });
  await sendFields(world, "resetPassword", { as: "admin", path });
  await sendFields(world, "signIn", { fields: { ...signIn, userName: "courier2", password: "courier2-demo" } });
  const { json: sessions } = await world.ask("listSessions", { as: "admin", query: {} });
  const other = sessions.rows.find(({ userName }) => userName === "courier2");
  await sendFields(world, "endSession", { as: "admin", path: { sessionId: other?.id ?? "" } });
};

const hirePeople = async (world: World): Promise<void> => {
  const invite = async (userName: string) => {
    const { json } = await world.ask("addCompanyUser", {
      as: "owner",
      path: { companyId: COMPANY },
      body: { userName, alias: "Новый сотрудник", roleId: 3 },
    });
    return { userId: json.userId, code: json.passwordLink?.replace("/password/", "") ?? "" };
  };
  const { userId } = await invite("razdel@kolos.example");
  const link = await world.ask("renewCompanyUserLink", { as: "owner", path: { companyId: COMPANY, userId } });
  const token = link.json.passwordLink.replace("/password/", "");
  await sendFields(world, "setPassword", { fields: { token, password: "razdel-demo" } });
  const declined = await invite("operator2");
  await sendFields(world, "declineInvitation", { as: "operator2", path: { invitationId: declined.userId } });
  const accepted = await invite("operator2");
  const { code } = accepted;
  await sendFields(world, "acceptInvitation", {
    as: "operator2",
    path: { invitationId: accepted.userId },
    fields: { code },
  });
};

const linkTracker = async (world: World): Promise<void> => {
  const phone = await sendFields(world, "createOperatorPhone", { fields: { number: "117" } });
  const path = { companyId: COMPANY, id: phone.id };
  const { json } = await world.ask("createOperatorPhoneLink", { as: "owner", path });
  await sendFields(world, "linkPhoneTracker", { fields: { code: json.code, token: "t".repeat(40) } });
};

const readNotifications = async (world: World): Promise<void> => {
  await givenOrder(world, {}, "operator");
  const { json } = await world.ask("listNotifications", { as: "owner", query: {} });
  await sendFields(world, "readNotification", { path: { id: json[0]?.id ?? 0 } });
};

const payInvoices = async (world: World, methodId: number): Promise<void> => {
  for (const operation of ["declineSandboxInvoice", "paySandboxInvoice"] as const) {
    const order = await givenOrder(world);
    const body = { paymentMethodId: methodId, amount: 100 };
    const { json } = await world.ask("issueInvoice", { as: "cashier", path: pathOf(order), body });
    const invoiceToken = json.externalUrl?.split("/").at(-1) ?? "";
    await world.ask(operation, { path: { invoiceToken } });
  }
};

/**
 * Flows of a company, except those of orders and stock documents. Each flow calls operations that need an earlier
 * record or its version. `methodId` is the payment method of the test provider.
 */
export const createCompanyFlows = (methodId: number): Readonly<Record<string, (world: World) => Promise<void>>> => ({
  "a changed sequence of statuses, tags, discounts and payment methods": reorder,
  "the catalogue of a company group": changeGroup,
  "pictures and imported tables": fillFiles,
  "a new company": setCompanyUp,
  "changed, recalled and refused transfers": endTransfers,
  "stock settings": setStock,
  "the stop list": stopDish,
  "a question to the support": talkToSupport,
  "the case of a bad review": resolveReview,
  "the catalogue through the documented operations": changeCatalogue,
  "roles and company groups changed by an administrator": administer,
  "a saved view": saveView,
  accounts: changeAccounts,
  "new employees": hirePeople,
  "a call tracker": linkTracker,
  notifications: readNotifications,
  "invoices of the test provider": (world) => payInvoices(world, methodId),
});
