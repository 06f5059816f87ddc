/** Owner of dishes and stock items: the company group of companies 1 and 2, or one company. */
export type MenuOwner = "group" | 1 | 2 | 3;

/** Recipe as pairs: the title of a stock item, and its amount in the unit of that stock item. */
export type Parts = readonly (readonly [title: string, count: number])[];

/** Dish of the demo menu. The recipe consists of the recipe of the dish's category and of `uses`. */
interface PlannedDish {
  readonly name: string;
  readonly price: number;
  readonly uses: Parts;
}

/** Category of the demo menu with its dishes. */
export interface DemoCategory {
  readonly name: string;
  readonly owner: MenuOwner;
  readonly parent?: string;
  /** Colours of the dish pictures: the plate, the food and the decoration. */
  readonly look: readonly [plate: string, main: string, extra: string];
  readonly uses: Parts;
  readonly dishes: readonly PlannedDish[];
  /**
   * Modifiers of the dishes in this category: the category that contains the modifiers, their portion and their price.
   * The price -1 means the normal price of the modifier.
   */
  readonly added?: readonly [category: string, portion: number, price: number];
}

/** Parses a recipe such as "Мука 0.62, Соль 0.01". */
export const parseParts = (text: string): Parts =>
  text
    .split(", ")
    .filter((part) => part !== "")
    .map((part) => [part.slice(0, part.lastIndexOf(" ")), Number(part.slice(part.lastIndexOf(" ") + 1))] as const);

/** Splits a text into lines, and each line into cells at the vertical bars. */
export const splitCells = (text: string): string[][] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.split("|").map((cell) => cell.trim()));

/** Parses lines of the form "name | price | recipe". */
const dishesOf = (text: string): PlannedDish[] =>
  splitCells(text).map(([name = "", price = "", uses = ""]) => ({
    name,
    price: Number(price),
    uses: parseParts(uses),
  }));

/** Menus of the three demo companies. */
export const demoMenu: readonly DemoCategory[] = [
  {
    name: "Пицца",
    owner: "group",
    look: ["#f3e5d0", "#e2a03f", "#c8402f"],
    added: ["Добавки", 1, -1],
    uses: parseParts("Тесто 0.32, Соус томатный 0.08, Сыр моцарелла 0.14, Упаковка 1"),
    dishes: dishesOf(`
      Маргарита | 490 | Томаты 0.1
      Пепперони | 590 | Ветчина 0.09
      Четыре сыра | 650 | Сыр твёрдый 0.1
      Ветчина и грибы | 570 | Ветчина 0.08, Грибы 0.08
      Грибная | 530 | Грибы 0.14
      Мясная | 680 | Бекон 0.06, Говядина 0.08
      С лососем | 790 | Лосось 0.1
      Деревенская | 610 | Курица 0.1, Огурцы 0.05`),
  },
  {
    name: "Пироги",
    owner: "group",
    look: ["#efe3cf", "#c98a3b", "#8c4a1f"],
    uses: parseParts("Тесто 0.45, Яйцо 1, Упаковка 1"),
    dishes: dishesOf(`
      Пирог с капустой | 520 | Капуста 0.4
      Пирог с яблоком | 540 | Яблоки 0.4
      Пирог с вишней | 620 | Вишня 0.35
      Пирог с мясом | 780 | Говядина 0.35
      Курник | 740 | Курица 0.4
      Пирог с рыбой | 890 | Лосось 0.25
      Пирог с картофелем и грибами | 590 | Картофель 0.3, Грибы 0.1
      Осетинский с сыром | 680 | Сыр твёрдый 0.25`),
  },
  {
    name: "Салаты",
    owner: "group",
    look: ["#e7efe2", "#6fa84f", "#d6493b"],
    added: ["Соусы", 0.5, 30],
    uses: parseParts("Зелень 0.03, Упаковка 1"),
    dishes: dishesOf(`
      Цезарь с курицей | 420 | Курица 0.12, Сыр твёрдый 0.03
      Цезарь с креветками | 520 | Креветки 0.1, Сыр твёрдый 0.03
      Греческий | 390 | Томаты 0.12, Огурцы 0.1
      Оливье | 310 | Картофель 0.1, Яйцо 1, Ветчина 0.06
      Овощной | 270 | Томаты 0.12, Огурцы 0.12
      Винегрет | 240 | Картофель 0.12, Капуста 0.06
      Тёплый с говядиной | 560 | Говядина 0.12`),
  },
  {
    name: "Супы",
    owner: "group",
    look: ["#f1e4da", "#c2452d", "#f6efe3"],
    added: ["Соусы", 1, -1],
    uses: parseParts("Лук 0.05, Картофель 0.1, Упаковка 1"),
    dishes: dishesOf(`
      Борщ | 340 | Говядина 0.1, Капуста 0.08
      Солянка | 390 | Ветчина 0.06, Бекон 0.04
      Уха | 420 | Лосось 0.1
      Куриный с лапшой | 290 | Курица 0.1, Лапша 0.04
      Грибной крем-суп | 330 | Грибы 0.15, Молоко 0.1
      Щи | 300 | Свинина 0.08, Капуста 0.12`),
  },
  {
    name: "Горячее",
    owner: "group",
    look: ["#ece4dc", "#9c5a2e", "#5f8f45"],
    added: ["Соусы", 1, -1],
    uses: parseParts("Масло подсолнечное 0.02, Соль 0.005, Упаковка 1"),
    dishes: dishesOf(`
      Котлета по-киевски | 460 | Курица 0.2, Масло сливочное 0.03
      Бефстроганов | 590 | Говядина 0.2, Сметана 0.05
      Пельмени домашние | 410 | Мука 0.12, Свинина 0.1, Говядина 0.08
      Вареники с картофелем | 330 | Мука 0.12, Картофель 0.18
      Плов | 430 | Рис 0.15, Говядина 0.12
      Жаркое в горшочке | 520 | Свинина 0.18, Картофель 0.2
      Голубцы | 440 | Капуста 0.15, Свинина 0.12, Рис 0.04`),
  },
  {
    name: "Десерты",
    owner: "group",
    look: ["#f4e6ea", "#7b4a34", "#f0c6d0"],
    uses: parseParts("Сахар 0.04, Яйцо 1, Упаковка 1"),
    dishes: dishesOf(`
      Медовик | 260 | Сметана 0.08, Мука 0.06
      Наполеон | 270 | Масло сливочное 0.05, Мука 0.07
      Чизкейк | 320 | Сметана 0.12
      Тирамису | 340 | Кофе 0.01, Сметана 0.1
      Эклер | 150 | Масло сливочное 0.03
      Картошка | 120 | Шоколад 0.03
      Шоколадный фондан | 330 | Шоколад 0.08
      Сырники | 290 | Сметана 0.1, Мука 0.04`),
  },
  {
    name: "Напитки",
    owner: "group",
    look: ["#e2ecf1", "#b8402f", "#f2d16b"],
    uses: parseParts("Упаковка 1"),
    dishes: dishesOf(`
      Морс клюквенный | 140 | Сахар 0.03
      Компот | 120 | Яблоки 0.1, Сахар 0.03
      Лимонад домашний | 180 | Сахар 0.04
      Чай чёрный | 110 | Чай 0.004
      Чай зелёный | 110 | Чай 0.004
      Американо | 150 | Кофе 0.012
      Капучино | 190 | Кофе 0.012, Молоко 0.15
      Латте | 210 | Кофе 0.012, Молоко 0.2
      Какао | 170 | Шоколад 0.03, Молоко 0.2
      Вода без газа | 80`),
  },
  {
    name: "Соусы",
    owner: "group",
    look: ["#eee9e2", "#d9d2b0", "#8a9a5b"],
    uses: parseParts(""),
    dishes: dishesOf(`
      Сметана | 50 | Сметана 0.05
      Кетчуп | 40 | Соус томатный 0.05
      Чесночный | 50 | Сметана 0.05
      Сырный | 60 | Сыр твёрдый 0.03
      Горчица | 40 | Масло подсолнечное 0.02
      Барбекю | 60 | Соус томатный 0.06`),
  },
  {
    name: "Добавки",
    owner: "group",
    parent: "Пицца",
    look: ["#efe9df", "#e8c15a", "#b5482f"],
    uses: parseParts(""),
    dishes: dishesOf(`
      Сырный борт | 60 | Сыр моцарелла 0.06
      Двойной сыр | 90 | Сыр моцарелла 0.1
      Бекон | 80 | Бекон 0.05
      Грибы | 60 | Грибы 0.06
      Томаты | 50 | Томаты 0.06
      Ветчина | 70 | Ветчина 0.05
      Зелень | 30 | Зелень 0.01
      Халапеньо | 50`),
  },
  {
    name: "Хлеб",
    owner: 1,
    look: ["#efe1c8", "#a8682c", "#d9a860"],
    uses: parseParts("Тесто 0.5"),
    dishes: dishesOf(`
      Ржаной | 95 | Закваска ржаная 0.15
      Пшеничный | 85
      Бородинский | 105 | Закваска ржаная 0.15, Ржаной солод 0.02
      Багет | 90
      Чиабатта | 120
      Цельнозерновой | 130
      Лаваш | 60`),
  },
  {
    name: "Выпечка",
    owner: 1,
    look: ["#f3e6d2", "#d8913d", "#7a3f1d"],
    uses: parseParts("Тесто 0.1, Масло сливочное 0.02"),
    dishes: dishesOf(`
      Круассан | 130 | Масло сливочное 0.03
      Булочка с корицей | 110 | Сахар 0.02
      Ватрушка | 95 | Сметана 0.03
      Пирожок с мясом | 90 | Говядина 0.05
      Пирожок с капустой | 70 | Капуста 0.06
      Пирожок с яйцом и луком | 75 | Яйцо 1, Лук 0.02
      Слойка с вишней | 105 | Вишня 0.04
      Плюшка московская | 85 | Сахар 0.02`),
  },
  {
    name: "Завтраки",
    owner: 1,
    look: ["#f5eed6", "#f2c94c", "#ffffff"],
    uses: parseParts("Яйцо 2, Упаковка 1"),
    dishes: dishesOf(`
      Омлет с сыром | 280 | Сыр твёрдый 0.04, Молоко 0.05
      Глазунья с беконом | 290 | Бекон 0.05
      Блины со сметаной | 240 | Мука 0.08, Сметана 0.05
      Каша овсяная | 170 | Молоко 0.2
      Каша пшённая | 170 | Молоко 0.2
      Драники | 260 | Картофель 0.25`),
  },
  {
    name: "Роллы",
    owner: 2,
    look: ["#e4e7ea", "#f7f5ef", "#ef7d57"],
    uses: parseParts("Рис 0.14, Нори 1, Упаковка 1"),
    dishes: dishesOf(`
      Филадельфия | 490 | Лосось 0.08
      Калифорния | 450 | Креветки 0.05, Огурцы 0.03
      Унаги | 480 | Лосось 0.06
      С огурцом | 190 | Огурцы 0.06
      С лососем | 320 | Лосось 0.06
      Темпура с креветкой | 460 | Креветки 0.07
      Запечённый с сыром | 440 | Сыр твёрдый 0.05, Лосось 0.04
      Спайси лосось | 410 | Лосось 0.07
      Бонито | 470 | Лосось 0.07
      Овощной ролл | 260 | Огурцы 0.05, Томаты 0.03`),
  },
  {
    name: "Сеты",
    owner: 2,
    look: ["#e6e3de", "#2f2f33", "#ef7d57"],
    uses: parseParts("Рис 0.6, Нори 4, Упаковка 2"),
    dishes: dishesOf(`
      Сет на двоих | 1290 | Лосось 0.25
      Сет для компании | 2290 | Лосось 0.45, Креветки 0.2
      Сет запечённый | 1490 | Сыр твёрдый 0.15
      Сет лёгкий | 990 | Огурцы 0.2
      Сет с лососем | 1690 | Лосось 0.4`),
  },
  {
    name: "Вок",
    owner: 2,
    look: ["#efe5d8", "#d8a24a", "#5f8f45"],
    uses: parseParts("Лапша 0.15, Масло подсолнечное 0.02, Упаковка 1"),
    dishes: dishesOf(`
      Вок с курицей | 390 | Курица 0.12
      Вок с говядиной | 450 | Говядина 0.12
      Вок с креветками | 490 | Креветки 0.1
      Вок с овощами | 320 | Томаты 0.08, Грибы 0.06
      Вок со свининой | 410 | Свинина 0.12`),
  },
  {
    name: "Рыба",
    owner: 3,
    look: ["#dfeaf0", "#ef9a76", "#9bb8c9"],
    uses: parseParts("Соль 0.005, Масло подсолнечное 0.02"),
    dishes: dishesOf(`
      Лосось на гриле | 890 | Лосось 0.22
      Треска запечённая | 620 | Лосось 0.1
      Мидии в сливках | 560 | Молоко 0.1
      Креветки жареные | 720 | Креветки 0.2`),
  },
  {
    name: "Гриль",
    owner: 3,
    look: ["#eee2d8", "#8a3f24", "#3f3a36"],
    uses: parseParts("Соль 0.005, Лук 0.05"),
    dishes: dishesOf(`
      Шашлык из свинины | 540 | Свинина 0.3
      Шашлык из курицы | 460 | Курица 0.3
      Стейк | 1190 | Говядина 0.35
      Люля-кебаб | 520 | Говядина 0.2
      Овощи на гриле | 330 | Томаты 0.15`),
  },
  {
    name: "Гарниры",
    owner: 3,
    look: ["#f2ebd9", "#e6c65c", "#7da453"],
    uses: parseParts("Масло сливочное 0.02"),
    dishes: dishesOf(`
      Картофель фри | 190 | Картофель 0.25
      Пюре | 170 | Картофель 0.25, Молоко 0.05
      Рис отварной | 150 | Рис 0.1
      Салат из капусты | 140 | Капуста 0.15`),
  },
  {
    name: "Чай и кофе",
    owner: 3,
    look: ["#efe6dc", "#6b4226", "#f4efe6"],
    uses: parseParts(""),
    dishes: dishesOf(`
      Чай с облепихой | 250 | Чай 0.004
      Чай с чабрецом | 220 | Чай 0.004
      Эспрессо | 140 | Кофе 0.009
      Раф | 260 | Кофе 0.009, Молоко 0.2`),
  },
];
