import type { SettingModule, SettingName } from "#machines/shell/settings.ts";

/** Russian titles of the modules with display settings. */
export const moduleTitles: Readonly<Record<SettingModule, string>> = {
  dashBoardOpenOrders: "Открытые заказы",
  dashBoard: "Сводка заказов",
  dashBoardMediumSummury: "Расширенная сводка",
  Item_list_module: "Позиции меню",
  stock: "Склад",
  stockOperation: "Складские операции",
  stockItems: "Товары склада",
  suppliers: "Поставщики",
  calls: "Звонки",
};

/** Russian labels of the display settings. */
export const settingLabels: Readonly<Record<SettingName, string>> = { countPerPage: "Количество записей на странице" };
