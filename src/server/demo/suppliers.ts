import type { Db } from "../database/connection.ts";
import { continueIds, insertMany } from "./bulk.ts";
import { demoCompanies, demoIdOf } from "./configuration.ts";

const DAY = 86_400_000;

/** Suppliers of each company: name, description and `false` for a supplier that is no longer active. */
const suppliers: Readonly<
  Record<number, readonly (readonly [name: string, description: string | null, active: boolean])[]>
> = {
  1: [
    ["Мелькомбинат «Заря»", "Мука, дрожжи, крахмал. Привозят по вторникам и пятницам до 9 утра", true],
    ["Молочная ферма «Луговая»", "Молоко, сливки, масло, сыр. Заказ до 18:00 на следующее утро", true],
    ["Овощная база № 4", "Овощи и зелень, самовывоз", true],
    ["ООО «Упаковка Плюс»", "Коробки для пиццы, пакеты, салфетки", true],
    ["ИП Саркисян", "Мясо и колбасы. Больше не возим: подняли цены", false],
  ],
  2: [
    ["Рыбный двор", "Лосось, тунец, угорь. Охлаждённая рыба по понедельникам, средам и пятницам", true],
    ["Восточная лавка", "Рис, нори, соусы, имбирь, васаби", true],
    ["ООО «Упаковка Плюс»", null, true],
  ],
  3: [
    ["Мясной цех «Степь»", "Говядина и баранина для гриля", true],
    ["Кофейная компания «Зерно»", "Кофе и чай, обслуживание кофемашины", true],
    ["Пекарня «Колос»", "Хлеб и лепёшки, каждый день к открытию", true],
  ],
};

/** Adds the suppliers of each company. */
export const fillSuppliers = async (tx: Db, now: Date): Promise<void> => {
  const rows = demoCompanies.flatMap(({ id: companyId }) =>
    (suppliers[companyId] ?? []).map(([name, description, is_active], index) => ({
      id: demoIdOf(companyId, index + 1),
      company_id: companyId,
      name,
      description,
      is_active,
      creation_date: new Date(now.getTime() - (220 - index * 37) * DAY).toISOString(),
      version: 1,
      is_removed: false,
    })),
  );
  await insertMany(tx, "supplier", rows);
  await continueIds(tx, "supplier");
};
