import type { ShopCategoryDraft } from "#machines/directory/descriptors/shop.ts";
import type { ExportColumn } from "../../directory/listParts.ts";

export const shopCategoryExportColumns: readonly ExportColumn<ShopCategoryDraft>[] = [
  { head: "Категория", value: ({ name }) => name },
  { head: "Показывать", value: ({ isShown }) => isShown },
  { head: "Название для гостей", value: ({ title }) => title },
  { head: "Блюд в продаже", value: ({ dishCount }) => dishCount },
];
