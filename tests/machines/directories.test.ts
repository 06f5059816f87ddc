import { describe, expect, test } from "vitest";
import { createActor, waitFor } from "xstate";
import { type Fact, findDifferences } from "#app/directory/findDifferences.ts";
import { describeCategory } from "#app/screens/categories/describeCategory.ts";
import { describeCompany } from "#app/screens/companies/describeCompany.ts";
import { describeCustomField } from "#app/screens/configuration/describeCustomField.ts";
import { describeDiscount } from "#app/screens/configuration/describeDiscount.ts";
import { describeExternalMethod } from "#app/screens/configuration/describeExternalMethod.ts";
import { describeOrderStatus } from "#app/screens/configuration/describeOrderStatus.ts";
import { describePaymentMethod } from "#app/screens/configuration/describePaymentMethod.ts";
import { describeTag } from "#app/screens/configuration/describeTag.ts";
import { describeZone } from "#app/screens/delivery/describeZone.ts";
import { describeFinanceCategory } from "#app/screens/finance/describeFinanceCategory.ts";
import { describeFinanceSource } from "#app/screens/finance/describeFinanceSource.ts";
import { describeGroup } from "#app/screens/groups/describeGroup.ts";
import { describeItem } from "#app/screens/items/describeItem.ts";
import { describeStation } from "#app/screens/kitchen/describeStation.ts";
import { describeOperatorPhone } from "#app/screens/operatorPhones/describeOperatorPhone.ts";
import { describePrinter } from "#app/screens/printing/printers/describePrinter.ts";
import { describeRole } from "#app/screens/roles/describeRole.ts";
import { describeStockItem } from "#app/screens/stockItems/describeStockItem.ts";
import { describeSupplier } from "#app/screens/suppliers/describeSupplier.ts";
import { categoryDirectory, categoryEditor } from "#machines/directory/descriptors/categories.ts";
import { companyDirectory, companyEditor } from "#machines/directory/descriptors/companies.ts";
import { customFieldDirectory, customFieldEditor } from "#machines/directory/descriptors/customFields.ts";
import { deliveryZoneDirectory, deliveryZoneEditor } from "#machines/directory/descriptors/deliveryZones.ts";
import { discountDirectory, discountEditor } from "#machines/directory/descriptors/discounts.ts";
import { employeeDirectory, employeeEditor } from "#machines/directory/descriptors/employees.ts";
import { externalMethodDirectory, externalMethodEditor } from "#machines/directory/descriptors/externalMethods.ts";
import {
  financeCategoryDirectory,
  financeCategoryEditor,
  financeSourceDirectory,
  financeSourceEditor,
} from "#machines/directory/descriptors/finance.ts";
import { groupDirectory, groupEditor } from "#machines/directory/descriptors/groups.ts";
import { itemDirectory, itemEditor } from "#machines/directory/descriptors/items.ts";
import { kitchenStationDirectory, kitchenStationEditor } from "#machines/directory/descriptors/kitchenStations.ts";
import { operatorPhoneDirectory, operatorPhoneEditor } from "#machines/directory/descriptors/operatorPhones.ts";
import { orderStatusDirectory, orderStatusEditor } from "#machines/directory/descriptors/orderStatuses.ts";
import { paymentMethodDirectory, paymentMethodEditor } from "#machines/directory/descriptors/paymentMethods.ts";
import { printerDirectory, printerEditor } from "#machines/directory/descriptors/printers.ts";
import { roleDirectory, roleEditor } from "#machines/directory/descriptors/roles.ts";
import { stockItemDirectory, stockItemEditor } from "#machines/directory/descriptors/stockItems.ts";
import { supplierDirectory, supplierEditor } from "#machines/directory/descriptors/suppliers.ts";
import { tagDirectory, tagEditor } from "#machines/directory/descriptors/tags.ts";
import { directoryEditorActors, directoryListActors } from "#machines/directory/directory.actors.ts";
import { directoryEditorMachineOf } from "#machines/directory/directoryEditor.machine.ts";
import { directoryListMachineOf } from "#machines/directory/directoryList.machine.ts";
import type { DirectoryDescriptor, EditorDescriptor, Id, Identified } from "#machines/directory/types.ts";
import { describedApi, type ReceivedCall } from "../support/machines/describedApi.ts";
import { steadyEnvironment } from "../support/machines/environments.ts";
import { at } from "../support/oracles/serverAnswers.ts";

/** Directory that the tests check, such as tags or suppliers. */
interface Directory<Scope, Row extends Identified, Command extends string, Draft, Choices> {
  readonly name: string;
  readonly scope: Scope;
  readonly listed: DirectoryDescriptor<Scope, Row, Command | "remove">;
  readonly edited: EditorDescriptor<Scope, Draft, Choices>;
  /** Returns the fields of a draft as texts. Undefined for a directory without versions. */
  readonly describe?: (draft: Draft, choices: Choices) => readonly Fact[];
  /** Values that the user enters into the form. */
  readonly typed: Partial<Draft>;
}

const noop = () => undefined;
const refusal = (status: number, message: string, errors: Record<string, string> = {}) =>
  Response.json({ status, message, errors }, { status, headers: { "content-type": "application/problem+json" } });

const isRead = ({ method }: ReceivedCall) => method === "GET";
const changes = (calls: readonly ReceivedCall[]) => calls.filter((call) => !isRead(call));
const answers = ({ operation }: ReceivedCall, status: number) =>
  at(operation.node, "responses", String(status)) !== undefined;
const takesHeader = ({ operation }: ReceivedCall, name: RegExp) =>
  name.test(JSON.stringify(operation.node["parameters"] ?? []));

/** Returns the first row of a list, and a copy of this row with a different id. Returns any other answer unchanged. */
const withSecondRow = (body: unknown): unknown => {
  if (!Array.isArray(body)) return body;
  const [row] = body;
  return [row, { ...row, id: 99, userId: 99 }];
};

/**
 * Returns a function that makes the company or group of the scope the owner of a catalogue entry, so that the entry may
 * be changed there. The function returns any other answer unchanged.
 */
const asOwnOf = (scope: unknown) => {
  const isCompanyGroup = typeof scope === "object" && scope !== null && "companyGroupId" in scope;
  return (body: unknown): unknown =>
    typeof body === "object" && body !== null && "isCompanyGroup" in body ? { ...body, isCompanyGroup } : body;
};

const directory = <Scope, Row extends Identified, Command extends string, Draft, Choices>({
  name,
  scope,
  listed,
  edited,
  describe: describeDraft,
  typed,
}: Directory<Scope, Row, Command, Draft, Choices>): void => {
  const givenList = async (
    answer?: (call: ReceivedCall) => Response | undefined,
    change?: (body: unknown) => unknown,
  ) => {
    const { api, calls } = describedApi(answer, change);
    const parts = { api, scope, environment: steadyEnvironment, now: () => 1 };
    const machine = directoryListMachineOf<Row, Command | "remove">();
    const list = createActor(machine.provide({ actors: directoryListActors(listed, parts) })).start();
    const { context } = await waitFor(list, (state) => !state.hasTag("busy"));
    return { list, calls, rows: context.rows, failure: context.failure };
  };

  const givenEditor = async (id: Id | undefined, answer?: (call: ReceivedCall) => Response | undefined) => {
    const { api, calls } = describedApi(answer, asOwnOf(scope));
    let keys = 0;
    const newKey = () => {
      keys += 1;
      return `key-of-a-test-${keys}`;
    };
    const parts = { api, scope, environment: steadyEnvironment, newKey };
    const machine = directoryEditorMachineOf<Draft, Choices>().provide({
      actors: directoryEditorActors(edited, parts),
    });
    const editor = createActor(machine, { input: { id } }).start();
    await waitFor(editor, (state) => !state.matches("opening"));
    const save = async () => {
      const { opening } = editor.getSnapshot().context;
      if (!opening) throw new Error("No entry was opened");
      const draft = { ...opening.opened.draft, ...typed };
      editor.send({ type: "draft.submit", draft });
      return waitFor(editor, (state) => !state.matches("saving"));
    };
    return { editor, calls, save };
  };

  /** Returns the id of the first row in the list. */
  const someId = async (): Promise<Id> => (await givenList()).rows[0]?.id ?? 0;

  describe(name, () => {
    test("the list contains exactly the rows that the server returns, and reading the list sends no write request", async () => {
      const answers: unknown[] = [];
      const { rows, calls, failure } = await givenList(undefined, (body) => {
        const answer = withSecondRow(body);
        answers.push(answer);
        return answer;
      });
      expect([failure, changes(calls)]).toEqual([undefined, []]);
      expect(rows).toHaveLength(2);
      expect(rows).toMatchObject(answers[0] as object[]);
    });

    test("a row is removed only after the confirmation, and then the list is read again", async () => {
      const { list, calls, rows } = await givenList();
      const [row] = rows;
      if (!row) throw new Error("No row was listed");
      list.send({ type: "command.choose", chosen: { command: "remove", row } });
      expect(changes(calls)).toEqual([]);
      const before = calls.length;
      list.send({ type: "command.confirm" });
      const { context } = await waitFor(list, (state) => state.matches("browsing"));
      expect(changes(calls).map(({ method }) => method)).toEqual(["DELETE"]);
      expect([context.refusal, calls.slice(before + 1).some(isRead)]).toEqual([undefined, true]);
    });

    test("a refused removal of a row shows the server's message, and the row stays", async () => {
      const { list, rows } = await givenList((call) => (isRead(call) ? undefined : refusal(409, "Ещё нужна.")));
      const [row] = rows;
      if (!row) throw new Error("No row was listed");
      list.send({ type: "command.choose", chosen: { command: "remove", row } });
      list.send({ type: "command.confirm" });
      const { context } = await waitFor(list, (state) => state.matches("browsing"));
      expect([context.refusal?.message, context.rows]).toEqual(["Ещё нужна.", rows]);
    });

    test("a new record is created by one request, with an idempotency key if the API description has this header", async () => {
      const { calls, save } = await givenEditor(undefined);
      const state = await save();
      expect([state.value, state.context.failure]).toEqual(["saved", undefined]);
      const [call, ...more] = changes(calls);
      if (!call) throw new Error("No call was sent");
      expect([call.method, more]).toEqual(["POST", []]);
      expect(call.key).toBe(takesHeader(call, /idempotency-?key/i) ? "key-of-a-test-1" : null);
    });

    test("a record is saved by PUT, with version and idempotency key if the API description has the header If-Match", async () => {
      const id = await someId();
      const { editor, calls, save } = await givenEditor(id);
      const version = editor.getSnapshot().context.opening?.opened.version;
      expect((await save()).value).toBe("saved");
      const [call] = changes(calls);
      if (!call) throw new Error("No call was sent");
      expect([call.method, call.path.includes(`/${id}`)]).toEqual(["PUT", true]);
      expect(call.version).toBe(takesHeader(call, /if-?match/i) ? `"${version}"` : null);
      // Without an idempotency key, the server would refuse the retry of an unanswered save as outdated.
      expect(call.key).toBe(takesHeader(call, /if-?match/i) ? "key-of-a-test-1" : null);
    });

    test("a refused save keeps the form open, with the server's message and the server's messages for single fields", async () => {
      const errors = { name: "Занято." };
      const { save } = await givenEditor(undefined, (call) =>
        isRead(call) ? undefined : refusal(400, "Проверьте.", errors),
      );
      const state = await save();
      expect([state.value, state.context.failure]).toMatchObject([
        "editing",
        { kind: "refused", message: "Проверьте.", errors },
      ]);
    });

    test("a removed record is shown as missing", async () => {
      const { editor } = await givenEditor(await someId(), (call) =>
        isRead(call) ? refusal(404, "Нет такой.") : undefined,
      );
      expect(editor.getSnapshot().value).toBe("missing");
    });

    if (!describeDraft) return;
    test("the user can overwrite the version that another user saved", async () => {
      const id = await someId();
      let isStale = true;
      const { editor, calls, save } = await givenEditor(id, (call) =>
        !isRead(call) && answers(call, 412) && isStale ? refusal(412, "Уже изменено.") : undefined,
      );
      const state = await save();
      const [call] = changes(calls);
      if (!call) throw new Error("No call was sent");
      expect(answers(call, 412)).toBe(true);
      expect([state.value, state.context.theirs]).toEqual(["conflicting", state.context.opening?.opened]);
      const { opening, theirs } = state.context;
      if (!opening || !theirs) throw new Error("No conflict was shown");
      const mine = { ...opening.opened.draft, ...typed };
      expect(
        findDifferences(describeDraft(theirs.draft, opening.choices), describeDraft(mine, opening.choices)),
      ).not.toEqual([]);
      isStale = false;
      editor.send({ type: "theirs.overwrite" });
      await waitFor(editor, (after) => after.matches("saved"));
      expect(changes(calls).map(({ version, key }) => [version, key])).toEqual([
        [call.version, "key-of-a-test-1"],
        [`"${theirs.version}"`, "key-of-a-test-2"],
      ]);
    });
  });
};

const company = { companyId: 1 };
const group = { companyGroupId: 1 };

directory({
  name: "categories of a company",
  scope: company,
  listed: categoryDirectory,
  edited: categoryEditor(),
  describe: describeCategory,
  typed: { name: "Новая" },
});
directory({
  name: "categories of a company group",
  scope: group,
  listed: categoryDirectory,
  edited: categoryEditor(),
  describe: describeCategory,
  typed: { name: "Новая" },
});
directory({
  name: "dishes of a company",
  scope: company,
  listed: itemDirectory,
  edited: itemEditor(),
  describe: describeItem,
  typed: { name: "Новое", price: "12,50" },
});
directory({
  name: "dishes of a company group",
  scope: group,
  listed: itemDirectory,
  edited: itemEditor(),
  describe: describeItem,
  typed: { name: "Новое", price: "12,50" },
});
directory({
  name: "stock items of a company",
  scope: company,
  listed: stockItemDirectory,
  edited: stockItemEditor,
  describe: describeStockItem,
  typed: { title: "Новый", unit: "кг", estimateCost: "12,50" },
});
directory({
  name: "stock items of a company group",
  scope: group,
  listed: stockItemDirectory,
  edited: stockItemEditor,
  describe: describeStockItem,
  typed: { title: "Новый", unit: "кг", estimateCost: "12,50" },
});
directory({
  name: "order statuses",
  scope: company,
  listed: orderStatusDirectory,
  edited: orderStatusEditor,
  describe: describeOrderStatus,
  typed: { name: "Новый" },
});
directory({
  name: "tags",
  scope: company,
  listed: tagDirectory,
  edited: tagEditor,
  describe: describeTag,
  typed: { name: "Новая" },
});
directory({
  name: "discounts",
  scope: company,
  listed: discountDirectory,
  edited: discountEditor,
  describe: describeDiscount,
  typed: { name: "Новая", value: "7" },
});
directory({
  name: "payment methods",
  scope: company,
  listed: paymentMethodDirectory,
  edited: paymentMethodEditor,
  describe: describePaymentMethod,
  typed: { name: "Новый" },
});
directory({
  name: "operator phones",
  scope: company,
  listed: operatorPhoneDirectory(noop, noop),
  edited: operatorPhoneEditor(noop),
  describe: describeOperatorPhone,
  typed: { number: "+79160000001" },
});
directory({
  name: "printers",
  scope: company,
  listed: printerDirectory,
  edited: printerEditor,
  describe: describePrinter,
  typed: { name: "Летник" },
});
directory({
  name: "custom fields of a company",
  scope: company,
  listed: customFieldDirectory,
  edited: customFieldEditor,
  describe: describeCustomField,
  typed: { title: "Новое" },
});
directory({
  name: "custom fields of a company group",
  scope: group,
  listed: customFieldDirectory,
  edited: customFieldEditor,
  describe: describeCustomField,
  typed: { title: "Новое" },
});
directory({
  name: "roles of a company",
  scope: company,
  listed: roleDirectory,
  edited: roleEditor,
  describe: describeRole,
  typed: { name: "Новая" },
});
directory({
  name: "roles of the system",
  scope: {},
  listed: roleDirectory,
  edited: roleEditor,
  describe: describeRole,
  typed: { name: "Новая" },
});
directory({
  name: "companies",
  scope: undefined,
  listed: companyDirectory(noop),
  edited: companyEditor,
  describe: describeCompany,
  typed: { name: "Новая", leadMinutes: "25" },
});
directory({
  name: "company groups",
  scope: undefined,
  listed: groupDirectory,
  edited: groupEditor,
  describe: describeGroup,
  typed: { name: "Новая" },
});
directory({
  name: "finance sources",
  scope: { companyId: 1 },
  listed: financeSourceDirectory,
  edited: financeSourceEditor,
  describe: describeFinanceSource,
  typed: { name: "Сейф", opening: "-10,5" },
});

directory({
  name: "finance categories",
  scope: { companyId: 1 },
  listed: financeCategoryDirectory,
  edited: financeCategoryEditor,
  describe: describeFinanceCategory,
  typed: { name: "Реклама", direction: "income" },
});

directory({
  name: "suppliers",
  scope: company,
  listed: supplierDirectory,
  edited: supplierEditor,
  describe: describeSupplier,
  typed: { name: "Новый" },
});
directory({
  name: "kitchen stations",
  scope: company,
  listed: kitchenStationDirectory,
  edited: kitchenStationEditor,
  describe: describeStation,
  typed: { name: "Новая", prepMinutes: "12" },
});
directory({
  name: "delivery zones",
  scope: company,
  listed: deliveryZoneDirectory,
  edited: deliveryZoneEditor,
  describe: describeZone,
  typed: { name: "Новая", price: "99,5", freeFrom: "1000", minutes: "40", streets: "ул. Мира\n\n ул. Новая " },
});
directory({
  name: "external payment methods",
  scope: company,
  listed: externalMethodDirectory,
  edited: externalMethodEditor,
  describe: describeExternalMethod,
  typed: { name: "Новая", shopId: "100500", secretKey: "live_1234" },
});
directory({
  name: "employees",
  scope: company,
  listed: employeeDirectory({ reveal: noop, removed: noop }),
  edited: employeeEditor(noop),
  typed: { userName: "новый", roleId: "3" },
});
