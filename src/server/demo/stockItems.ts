import { estimatedCost } from "#domain/dish.ts";
import type { Unit } from "#domain/units.ts";
import { type MenuOwner, type Parts, parseParts, splitCells } from "./menu.ts";

/** Stock item of the demo. The cost of a semi-finished item is the sum of the costs of its ingredients. */
interface DemoStockItem {
  readonly title: string;
  readonly unit: string;
  readonly group: string | null;
  readonly cost: number;
  readonly parts: Parts;
}

/**
 * Parses lines of title, unit, group, cost and ingredients. An ingredient names a stock item of an earlier line or of
 * `knownItems`.
 */
const parseStock = (text: string, knownItems: readonly DemoStockItem[] = []): DemoStockItem[] => {
  const costs = new Map(knownItems.map(({ title, cost }) => [title, cost]));
  return splitCells(text).map(([title = "", unit = "", group = "", bought = "", made = ""]) => {
    const parts = parseParts(made);
    const madeCost = estimatedCost(parts.map(([part, count]) => ({ count, cost: costs.get(part) ?? 0 })));
    const cost = parts.length > 0 ? madeCost : Number(bought);
    costs.set(title, cost);
    return { title, unit, group: group || null, cost, parts };
  });
};

const common = parseStock(`
  Мука | кг | Бакалея | 48
  Дрожжи | кг | Бакалея | 320
  Масло подсолнечное | л | Бакалея | 120
  Масло сливочное | кг | Молочные продукты | 780
  Соль | кг | Бакалея | 22
  Сахар | кг | Бакалея | 75
  Яйцо | шт | Молочные продукты | 11
  Молоко | л | Молочные продукты | 78
  Сметана | кг | Молочные продукты | 260
  Сыр моцарелла | кг | Сыры | 690
  Сыр твёрдый | кг | Сыры | 820
  Томаты | кг | Овощи и зелень | 190
  Огурцы | кг | Овощи и зелень | 170
  Лук | кг | Овощи и зелень | 45
  Картофель | кг | Овощи и зелень | 42
  Капуста | кг | Овощи и зелень | 38
  Грибы | кг | Овощи и зелень | 310
  Зелень | кг | Овощи и зелень | 540
  Курица | кг | Мясо и птица | 340
  Говядина | кг | Мясо и птица | 690
  Свинина | кг | Мясо и птица | 430
  Ветчина | кг | Мясо и птица | 520
  Бекон | кг | Мясо и птица | 640
  Лосось | кг | Рыба и морепродукты | 1650
  Креветки | кг | Рыба и морепродукты | 1100
  Рис | кг | Бакалея | 140
  Нори | лист | Бакалея | 14
  Лапша | кг | Бакалея | 180
  Яблоки | кг | Фрукты и ягоды | 110
  Вишня | кг | Фрукты и ягоды | 290
  Шоколад | кг | Бакалея | 870
  Чай | кг | Чай и кофе | 1400
  Кофе | кг | Чай и кофе | 1900
  Упаковка | шт | | 12
  Тесто | кг | Полуфабрикаты | | Мука 0.62, Дрожжи 0.01, Масло подсолнечное 0.05, Соль 0.01
  Соус томатный | кг | Полуфабрикаты | | Томаты 0.9, Масло подсолнечное 0.05, Соль 0.01
  Заготовка для пиццы | шт | Полуфабрикаты | | Тесто 0.32, Соус томатный 0.08`);

const bakery = parseStock(
  `
  Ржаная мука | кг | Бакалея | 52
  Ржаной солод | кг | Бакалея | 210
  Закваска ржаная | кг | Полуфабрикаты | | Ржаная мука 0.5, Соль 0.005`,
  common,
);

/**
 * Stock items with their owners. Company 3 belongs to no group, so it has its own copies of the stock items of the
 * group.
 */
export const demoStock: readonly (DemoStockItem & { readonly owner: MenuOwner; readonly id: number })[] = [
  ...common.map((item) => ({ ...item, owner: "group" as const })),
  ...common.map((item) => ({ ...item, owner: 3 as const })),
  ...bakery.map((item) => ({ ...item, owner: 1 as const })),
].map((item, index) => ({ ...item, id: index + 1 }));

/** Pack units of the demo stock items, by title. */
const packs: Readonly<Record<string, readonly Unit[]>> = {
  Мука: [{ name: "мешок", factor: 25 }],
  "Масло подсолнечное": [
    { name: "канистра", factor: 5 },
    { name: "коробка", factor: 15 },
  ],
  Сахар: [{ name: "мешок", factor: 50 }],
  Яйцо: [
    { name: "коробка", factor: 360 },
    { name: "десяток", factor: 10 },
  ],
  Молоко: [{ name: "упаковка", factor: 12 }],
  "Сыр моцарелла": [{ name: "коробка", factor: 8 }],
  Томаты: [{ name: "ящик", factor: 6 }],
  Картофель: [{ name: "сетка", factor: 30 }],
  Рис: [{ name: "мешок", factor: 25 }],
  Нори: [{ name: "пачка", factor: 50 }],
  Упаковка: [{ name: "коробка", factor: 100 }],
};

/** Pack units of the demo stock items, by id. */
export const demoPacks: ReadonlyMap<number, readonly Unit[]> = new Map(
  demoStock.flatMap(({ id, title }) => (packs[title] ? [[id, packs[title]] as const] : [])),
);
