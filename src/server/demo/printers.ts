import type { Db } from "../database/connection.ts";
import { continueIds, insertMany } from "./bulk.ts";
import { demoCompanies, demoIdOf } from "./configuration.ts";

const till = { name: "Касса", kinds: ["preBill", "usedStockItems"], paper: "80", category_ids: [], spare_id: null };
const kitchen = { name: "Кухня", kinds: ["kitchen"], paper: "80", category_ids: [], spare_id: null };

const printersOf = (companyId: number, drinks: number) => [
  { ...till, id: demoIdOf(companyId, 1) },
  { ...kitchen, id: demoIdOf(companyId, 2) },
  {
    ...kitchen,
    id: demoIdOf(companyId, 3),
    name: "Бар",
    paper: "58",
    category_ids: [drinks],
    spare_id: demoIdOf(companyId, 2),
  },
];

/** Adds a till printer, a kitchen printer and a bar printer to each company, and sets the texts of its bills. */
export const fillPrinters = async (tx: Db, drinksOf: (companyId: number) => number): Promise<void> => {
  const rows = demoCompanies.flatMap(({ id }) =>
    printersOf(id, drinksOf(id)).map((printer) => ({ ...printer, company_id: id, version: 1, is_removed: false })),
  );
  await insertMany(tx, "printer", rows);
  await continueIds(tx, "printer");
  const info = {
    header: "Добро пожаловать!",
    footer: "Спасибо за заказ! Ждём вас снова.",
    version: 1,
  };
  await insertMany(
    tx,
    "print_info",
    demoCompanies.map(({ id }) => ({
      ...info,
      company_id: id,
      feedback_url: null,
    })),
  );
};
