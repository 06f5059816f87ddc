import { type Api, type Schemas, unwrap } from "#api/client.ts";
import { decimalText, parseDecimal } from "#domain/decimal.ts";
import type { Unit } from "#domain/units.ts";
import {
  type CompositionDraft,
  compositionDraft,
  compositionLines,
  hasParts,
} from "#machines/catalogue/composition.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DirectoryDescriptor, EditorDescriptor, SaveRequestOf } from "#machines/directory/types.ts";
import { type CatalogueOwner, catalogueRules, isOwn } from "./catalogue.ts";

/** Stock item as a row in the list. */
export type StockItemRow = Schemas["StockItem"] & { readonly isCompanyGroup: boolean };

/**
 * Reads the stock items of a catalogue, including those inherited from a company group. An item without
 * `isCompanyGroup` counts as the catalogue's own item.
 */
export const readStockItems = async (
  api: Api,
  scope: CatalogueOwner,
  signal: AbortSignal,
): Promise<readonly StockItemRow[]> => {
  const rows: readonly Schemas["StockItem"][] = await ("companyId" in scope
    ? unwrap(api.GET("/api/StockItem/Company/{companyId}", { params: { path: scope }, signal }), Array.isArray)
    : unwrap(
        api.GET("/api/StockItem/CompanyGroup/{companyGroupId}", { params: { path: scope }, signal }),
        Array.isArray,
      ));
  return rows.map((row) => ({ ...row, isCompanyGroup: row.isCompanyGroup ?? "companyGroupId" in scope }));
};

/** Descriptor of the list of stock items, which are the ingredients of dishes. */
export const stockItemDirectory: DirectoryDescriptor<CatalogueOwner, StockItemRow> = {
  name: "stockItems",
  permission: () => "stock.edit",
  list: readStockItems,
  commands: {
    remove: (api, scope, { id }, signal) =>
      "companyId" in scope
        ? unwrap(api.DELETE("/api/StockItem/{id}/Company/{companyId}", { params: { path: { ...scope, id } }, signal }))
        : unwrap(
            api.DELETE("/api/StockItem/{id}/CompanyGroup/{companyGroupId}", {
              params: { path: { ...scope, id } },
              signal,
            }),
          ),
  },
  commandRules: catalogueRules,
};

/** Pack unit in the stock item form. `factor` is the number of base units as typed. */
export interface PackDraft {
  /** React key of the row, unique while the form is open. */
  key: number;
  name: string;
  factor: string;
}

/** Returns a new empty pack unit. Its key differs from the keys of all `packs`. */
export const blankPack = (packs: readonly PackDraft[]): PackDraft => ({
  key: Math.max(0, ...packs.map(({ key }) => key)) + 1,
  name: "",
  factor: "",
});

/** Parses the pack units of the form. A factor that is not a number counts as 0. */
export const packUnits = (packs: readonly PackDraft[]): Unit[] =>
  packs.map(({ name, factor }) => ({ name: name.trim(), factor: parseDecimal(factor) ?? 0 }));

/** Draft of a stock item. An empty string means that the field has no value. */
export interface StockItemDraft {
  title: string;
  unit: string;
  estimateCost: string;
  groupName: string;
  parts: CompositionDraft[];
  packs: PackDraft[];
  /** True if the stock item belongs to the company group. The company can then only read the stock item. */
  isInherited: boolean;
  usedInItems: { id: number; name: string }[];
  usedInStockItems: { id: number; name: string }[];
}

/** Data for the select fields of the stock item form. */
export interface StockItemChoices {
  readonly stockItems: readonly StockItemRow[];
}

const blank: StockItemDraft = {
  title: "",
  unit: "",
  estimateCost: "",
  groupName: "",
  parts: [],
  packs: [],
  isInherited: false,
  usedInItems: [],
  usedInStockItems: [],
};

const readOne = (api: Api, scope: CatalogueOwner, id: number, signal: AbortSignal) =>
  "companyId" in scope
    ? unwrap(api.GET("/api/StockItem/{id}/Company/{companyId}", { params: { path: { ...scope, id } }, signal }))
    : unwrap(
        api.GET("/api/StockItem/{id}/CompanyGroup/{companyGroupId}", { params: { path: { ...scope, id } }, signal }),
      );

const draftOf = (scope: CatalogueOwner, item: Schemas["StockItemDetail"]): StockItemDraft => ({
  title: item.title,
  unit: item.unit,
  estimateCost: decimalText(item.estimateCost),
  groupName: item.groupName ?? "",
  parts: compositionDraft(item.parts ?? []),
  packs: (item.packs ?? []).map(({ name, factor }, at) => ({ key: at + 1, name, factor: decimalText(factor) })),
  isInherited: !isOwn(scope, { isCompanyGroup: item.isCompanyGroup ?? "companyGroupId" in scope }),
  usedInItems: [...(item.usedInItems ?? [])],
  usedInStockItems: [...(item.usedInStockItems ?? [])],
});

/**
 * Returns the body of the save request. The request contains no cost for an item with ingredients, because the server
 * computes the cost.
 */
const bodyOf = ({ title, unit, estimateCost, groupName, parts, packs }: StockItemDraft) => ({
  title,
  unit,
  ...(!hasParts(parts) && { estimateCost: parseDecimal(estimateCost) ?? 0 }),
  groupName,
  parts: compositionLines(parts),
  packs: packUnits(packs),
});

const saveStockItem = (
  api: Api,
  scope: CatalogueOwner,
  { id, draft, ...change }: SaveRequestOf<StockItemDraft>,
  signal: AbortSignal,
) => {
  const header = toWriteHeaders(change);
  const body = bodyOf(draft);
  if (id === undefined)
    return "companyId" in scope
      ? unwrap(api.POST("/api/StockItem/Company/{companyId}", { params: { path: scope, header }, body, signal }))
      : unwrap(
          api.POST("/api/StockItem/CompanyGroup/{companyGroupId}", { params: { path: scope, header }, body, signal }),
        );
  const entry = { id: Number(id) };
  const request = { body: { ...body, ...entry }, signal };
  return "companyId" in scope
    ? unwrap(
        api.PUT("/api/StockItem/{id}/Company/{companyId}", {
          params: { path: { ...scope, ...entry }, header },
          ...request,
        }),
      )
    : unwrap(
        api.PUT("/api/StockItem/{id}/CompanyGroup/{companyGroupId}", {
          params: { path: { ...scope, ...entry }, header },
          ...request,
        }),
      );
};

/** Descriptor of the stock item editor. A stock item is either bought or made of other stock items (semi-finished). */
export const stockItemEditor: EditorDescriptor<CatalogueOwner, StockItemDraft, StockItemChoices> = {
  name: "stockItem",
  permission: () => "stock.edit",
  isLocked: (_scope, { isInherited }) => isInherited,
  loadChoices: async (api, scope, signal) => ({ stockItems: await readStockItems(api, scope, signal) }),
  blank: () => blank,
  read: async (api, scope, id, signal) => {
    const item = await readOne(api, scope, Number(id), signal);
    return { draft: draftOf(scope, item), version: item.version };
  },
  save: saveStockItem,
};
