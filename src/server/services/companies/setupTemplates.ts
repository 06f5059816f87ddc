import type { Schemas } from "#api/client.ts";
import type { Db } from "../../database/connection.ts";
import { lockCompany } from "../accounts/administrators.ts";
import { orderStatuses } from "../configuration/orderStatuses.ts";
import { paymentMethods } from "../configuration/paymentMethods.ts";
import { tags } from "../configuration/tags.ts";
import { listFinanceSources } from "../finance/financeSources.ts";
import { basicStatuses } from "./companyDefaults.ts";
import { isSameName, type Named, placeStatuses } from "./placeStatuses.ts";

type TemplateName = Schemas["SetupTemplateName"];

const { fresh, cooking, ready, done, cancelled } = basicStatuses;

const deliveryStatuses = [
  fresh,
  { name: "Подтверждён", color: "teal" },
  cooking,
  ready,
  { ...ready, name: "В доставке", color: "violet" },
  { ...done, name: "Доставлен" },
  cancelled,
];

const coffeeStatuses = [fresh, cooking, ready, { ...done, name: "Выдан" }, cancelled];

const methods = [
  { name: "Наличные", is_cash: true },
  { name: "Карта курьеру", is_cash: false },
  { name: "Карта в кассе", is_cash: false },
  { name: "Перевод", is_cash: false },
];

const orderTags = [
  { name: "Срочно", color: "red" },
  { name: "Самовывоз", color: "blue" },
  { name: "Постоянный клиент", color: "green" },
  { name: "Без звонка", color: "grey" },
];

const selectMissing = <Entry extends Named>(template: readonly Entry[], present: readonly Named[]): Entry[] =>
  template.filter((entry) => !present.some((other) => isSameName(entry, other)));

const addStatuses = async (tx: Db, companyId: number, template: typeof deliveryStatuses): Promise<number> => {
  const missing = selectMissing(template, await orderStatuses.inUse(tx, companyId));
  for (const status of missing) await orderStatuses.add(tx, companyId, status);
  if (missing.length > 0) await placeStatuses(tx, companyId, template, missing);
  return missing.length;
};

const addMethods = async (tx: Db, companyId: number): Promise<number> => {
  const missing = selectMissing(methods, await paymentMethods.inUse(tx, companyId));
  const sources = await listFinanceSources(tx, companyId);
  for (const method of missing) {
    const source = sources.find(({ kind }) => kind === (method.is_cash ? "cash" : "bank"));
    await paymentMethods.add(tx, companyId, { ...method, finance_source_id: source?.id });
  }
  return missing.length;
};

const addTags = async (tx: Db, companyId: number): Promise<number> => {
  const missing = selectMissing(orderTags, await tags.inUse(tx, companyId));
  for (const tag of missing) await tags.add(tx, companyId, tag);
  return missing.length;
};

const additions: Readonly<Record<TemplateName, (tx: Db, companyId: number) => Promise<number>>> = {
  deliveryStatuses: (tx, companyId) => addStatuses(tx, companyId, deliveryStatuses),
  coffeeStatuses: (tx, companyId) => addStatuses(tx, companyId, coffeeStatuses),
  paymentMethods: addMethods,
  tags: addTags,
};

/**
 * Locks the company and adds the entries of a template, except entries with a name that the company already has.
 * Returns the number of added entries. Throws `NotFound` for a removed company.
 */
export const addSetupTemplate = async (tx: Db, companyId: number, template: TemplateName): Promise<number> => {
  await lockCompany(tx, companyId);
  return additions[template](tx, companyId);
};

/** Returns for each template the names of the entries that the company does not have. */
export const listMissingEntries = async (db: Db, companyId: number): Promise<Schemas["FirstSteps"]["templates"]> => {
  const statuses = await orderStatuses.inUse(db, companyId);
  const missingOf = (name: TemplateName, template: readonly Named[], present: readonly Named[]) => ({
    name,
    missing: selectMissing(template, present).map((entry) => entry.name),
  });
  return [
    missingOf("deliveryStatuses", deliveryStatuses, statuses),
    missingOf("coffeeStatuses", coffeeStatuses, statuses),
    missingOf("paymentMethods", methods, await paymentMethods.inUse(db, companyId)),
    missingOf("tags", orderTags, await tags.inUse(db, companyId)),
  ];
};
