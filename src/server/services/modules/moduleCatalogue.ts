import type { Schemas } from "#api/client.ts";

export type ModuleName = Schemas["ModuleName"];

/** Texts of a module, and the other modules that it needs. */
interface ModuleDefinition {
  readonly title: string;
  readonly description: string;
  readonly needs?: readonly ModuleName[];
}

/** Modules of the server, in the sequence in which the screen shows them. */
export const moduleCatalogue: Readonly<Record<ModuleName, ModuleDefinition>> = {
  kitchen: { title: "Кухня", description: "Экран кухни и станции: повара отмечают, что готовят и что готово." },
  stopList: { title: "Стоп-лист", description: "Блюда, которых сейчас нет или осталось мало." },
  delivery: { title: "Доставка", description: "Зоны и цены доставки, курьеры и их рейсы." },
  customers: { title: "Карточки клиентов", description: "Заметки, адреса, риски и объединение карточек." },
  calls: { title: "Звонки", description: "Телефоны операторов и журнал звонков." },
  stock: { title: "Склад", description: "Остатки, складские операции и пересчёт." },
  suppliers: {
    title: "Поставщики и накладные",
    description: "Поставщики и приход товара по накладным.",
    needs: ["stock"],
  },
  finance: { title: "Финансы", description: "Источники денег, доходы, расходы и отчёт." },
  cashShift: {
    title: "Кассовые смены",
    description: "Открытие, пересчёт и закрытие смены, сдача наличных.",
    needs: ["finance"],
  },
  externalPayment: { title: "Оплата по ссылке", description: "Счета, которые клиент оплачивает картой сам." },
  printing: { title: "Печать", description: "Принтеры, очередь печати и дежурство браузера." },
  overrides: {
    title: "Разрешения менеджера",
    description: "Менеджер разрешает сотруднику одно действие ПИН-кодом или со своего устройства.",
  },
  shop: { title: "Магазин", description: "Сайт, на котором гости заказывают сами." },
  feedback: { title: "Отзывы гостей", description: "Ссылка на отзыв в предчеке и разбор плохих оценок." },
};

export const moduleNames = Object.keys(moduleCatalogue) as readonly ModuleName[];

/** Returns the Russian title of a module in quotation marks. */
export const quoteModule = (name: ModuleName): string => `«${moduleCatalogue[name].title}»`;
