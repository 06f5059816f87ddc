import { isListOf } from "#api/answerShape.ts";
import { type Api, type Schemas, unwrap } from "#api/client.ts";
import { parseAmount, roundMoney } from "#domain/money.ts";
import type { ListFilter, PagedQueryDescriptor } from "#machines/core/pagedQuery.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import type { DirectoryDescriptor, EditorDescriptor } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";

export type FinanceSourceRow = Schemas["FinanceSourceState"];
export type FinanceCategoryRow = Schemas["FinanceCategory"];
export type TransactionRow = Schemas["FinanceTransaction"];
export type CashShiftRow = Schemas["CashShift"];
export type PendingCashRow = Schemas["PendingCash"];

const areSources = isListOf({ id: "number", name: "string", kind: "string", balance: "number" });
const areCategories = isListOf({ id: "number", name: "string", direction: "string" });

const readSources = (api: Api, path: CompanyPath, signal: AbortSignal): Promise<FinanceSourceRow[]> =>
  unwrap(api.GET("/api/FinanceSource/Company/{companyId}/Summury", { params: { path }, signal }), areSources);

const readCategories = (api: Api, path: CompanyPath, signal: AbortSignal): Promise<FinanceCategoryRow[]> =>
  unwrap(api.GET("/api/FinanceCategory/Company/{companyId}/Summury", { params: { path }, signal }), areCategories);

/** Parses a typed amount in roubles, with an optional leading minus. Returns undefined if the text is not an amount. */
export const parseSignedAmount = (text: string): number | undefined => {
  const plain = text.trim().replace("−", "-");
  const amount = parseAmount(plain.replace(/^-/, ""));
  return amount === undefined ? undefined : plain.startsWith("-") ? -amount : amount;
};

/** Descriptor of the list of a company's finance sources. */
export const financeSourceDirectory: DirectoryDescriptor<CompanyPath, FinanceSourceRow> = {
  name: "financeSources",
  permission: () => "finance.edit",
  list: readSources,
  commands: {
    remove: (api, { companyId }, { id }, signal) =>
      unwrap(
        api.DELETE("/api/FinanceSource/{id}/Company/{companyId}", { params: { path: { companyId, id } }, signal }),
      ),
  },
};

/**
 * Draft of a finance source, with `opening` as typed. `isUsed` is read-only and true if the source already has
 * transactions.
 */
export interface FinanceSourceDraft {
  name: string;
  kind: Schemas["FinanceSourceKind"];
  opening: string;
  isUsed: boolean;
}

const amountText = (amount: number): string => String(amount).replace(".", ",");

export const financeSourceEditor: EditorDescriptor<CompanyPath, FinanceSourceDraft> = {
  name: "financeSource",
  permission: () => "finance.edit",
  loadChoices: async () => undefined,
  blank: () => ({ name: "", kind: "bank", opening: "0", isUsed: false }),
  read: async (api, { companyId }, id, signal) => {
    const params = { path: { companyId, id: Number(id) } };
    const { name, kind, opening, isUsed, version } = await unwrap(
      api.GET("/api/FinanceSource/{id}/Company/{companyId}", { params, signal }),
    );
    return { draft: { name, kind, opening: amountText(opening), isUsed }, version };
  },
  save: (api, { companyId }, { id, draft: { name, kind, opening }, version, key }, signal) => {
    const body = { companyId, name, kind, opening: parseSignedAmount(opening) ?? 0 };
    if (id === undefined) {
      const params = { path: { companyId }, header: { "Idempotency-Key": key } };
      return unwrap(api.POST("/api/FinanceSource/Company/{companyId}", { params, body, signal }));
    }
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    return unwrap(api.PUT("/api/FinanceSource/{id}/Company/{companyId}", { params, body, signal }));
  },
};

/** Descriptor of the list of a company's transaction categories. */
export const financeCategoryDirectory: DirectoryDescriptor<CompanyPath, FinanceCategoryRow> = {
  name: "financeCategories",
  permission: () => "finance.edit",
  list: readCategories,
  commands: {
    remove: (api, { companyId }, { id }, signal) =>
      unwrap(
        api.DELETE("/api/FinanceCategory/{id}/Company/{companyId}", { params: { path: { companyId, id } }, signal }),
      ),
  },
};

/** Draft of a transaction category. */
export interface FinanceCategoryDraft {
  name: string;
  direction: Schemas["FinanceDirection"];
}

/** Descriptor of the editor of a transaction category. */
export const financeCategoryEditor: EditorDescriptor<CompanyPath, FinanceCategoryDraft> = {
  name: "financeCategory",
  permission: () => "finance.edit",
  loadChoices: async () => undefined,
  blank: () => ({ name: "", direction: "expense" }),
  read: async (api, { companyId }, id, signal) => {
    const params = { path: { companyId, id: Number(id) } };
    const { name, direction, version } = await unwrap(
      api.GET("/api/FinanceCategory/{id}/Company/{companyId}", { params, signal }),
    );
    return { draft: { name, direction }, version };
  },
  save: (api, { companyId }, { id, draft, version, key }, signal) => {
    const body = { companyId, ...draft };
    if (id === undefined) {
      const params = { path: { companyId }, header: { "Idempotency-Key": key } };
      return unwrap(api.POST("/api/FinanceCategory/Company/{companyId}", { params, body, signal }));
    }
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    return unwrap(api.PUT("/api/FinanceCategory/{id}/Company/{companyId}", { params, body, signal }));
  },
};

/** Sources and categories that can be chosen in the transaction form and in the filter of the transaction list. */
export interface FinanceChoices {
  readonly sources: readonly FinanceSourceRow[];
  readonly categories: readonly FinanceCategoryRow[];
}

/** Reads the sources and the categories of a company. */
export const readFinanceChoices = async (api: Api, path: CompanyPath, signal: AbortSignal): Promise<FinanceChoices> => {
  const [sources, categories] = await Promise.all([readSources(api, path, signal), readCategories(api, path, signal)]);
  return { sources, categories };
};

/** Draft of a transaction, with amounts as typed. An id of 0 means that no record is chosen. */
export interface TransactionDraft {
  kind: Schemas["FinanceTransactionSave"]["kind"];
  financeSourceId: number;
  toFinanceSourceId: number;
  amount: string;
  commission: string;
  categoryId: number;
  comment: string;
  /** Id of the packing list that the transaction pays, or 0 for none. */
  packingListId: number;
}

/** Company of a new transaction, and the id of the packing list that the transaction pays. */
export interface TransactionScope extends CompanyPath {
  readonly packingListId?: number | undefined;
}

/** Packing list that a transaction pays, with its unpaid amount in roubles. */
export interface PaidList {
  readonly id: number;
  readonly kind: Schemas["PackingListKind"];
  readonly itemNumber: string | null;
  readonly supplierName: string;
  readonly due: number;
}

/** Data for the transaction form, including the packing list that the transaction pays. */
export interface TransactionChoices extends FinanceChoices {
  readonly paid: PaidList | undefined;
}

const readPaidList = async (
  api: Api,
  { companyId, packingListId }: TransactionScope,
  signal: AbortSignal,
): Promise<PaidList | undefined> => {
  if (packingListId === undefined) return undefined;
  const params = { path: { companyId, id: packingListId } };
  const list = await unwrap(api.GET("/api/PackingList/{id}/Company/{companyId}", { params, signal }));
  const { id, kind, itemNumber, supplierName } = list;
  return { id, kind, itemNumber, supplierName, due: Math.max(0, roundMoney(list.amount - list.paidAmount)) };
};

/** Descriptor of the editor of a new transaction. A stored transaction cannot be opened for editing. */
export const transactionEditor: EditorDescriptor<TransactionScope, TransactionDraft, TransactionChoices> = {
  name: "financeTransaction",
  permission: () => "finance.edit",
  loadChoices: async (api, { companyId, packingListId }, signal) => {
    const [choices, paid] = await Promise.all([
      readFinanceChoices(api, { companyId }, signal),
      readPaidList(api, { companyId, packingListId }, signal),
    ]);
    return { ...choices, paid };
  },
  blank: (_, { sources, paid }) => ({
    kind: paid?.kind === "return" ? "income" : "expense",
    financeSourceId: sources[0]?.id ?? 0,
    toFinanceSourceId: 0,
    amount: paid ? amountText(paid.due) : "",
    commission: "",
    categoryId: 0,
    comment: "",
    packingListId: paid?.id ?? 0,
  }),
  read: () => Promise.reject(new Error("A transaction cannot be opened for editing")),
  save: (api, { companyId }, { draft, key }, signal) => {
    const { kind, financeSourceId, toFinanceSourceId, amount, commission, categoryId, comment, packingListId } = draft;
    const isTransfer = kind === "transfer";
    const body = {
      companyId,
      kind,
      financeSourceId,
      toFinanceSourceId: isTransfer ? toFinanceSourceId || null : null,
      amount: parseAmount(amount) ?? 0,
      commission: (isTransfer && parseAmount(commission)) || null,
      categoryId: (!isTransfer || parseAmount(commission)) && categoryId ? categoryId : null,
      comment: comment.trim() || null,
      ...(packingListId > 0 && { packingListId }),
    };
    const params = { path: { companyId }, header: { "Idempotency-Key": key } };
    return unwrap(api.POST("/api/FinanceTransaction/Company/{companyId}", { params, body, signal }));
  },
};

const kinds: readonly Schemas["FinanceKind"][] = ["income", "expense", "transfer", "correction"];

const idOf = (text: string | undefined): number | undefined =>
  /^\d{1,9}$/.test(text ?? "") ? Number(text) : undefined;

/** Converts the filter of the transaction list into parameters of the API call. */
export const toTransactionParams = ({ startDate, endDate, source, kind, category }: ListFilter) => {
  const [financeSourceId, categoryId] = [idOf(source), idOf(category)];
  const known = kinds.find((one) => one === kind);
  return {
    ...(startDate && { startDate }),
    ...(endDate && { endDate }),
    ...(financeSourceId && { financeSourceId }),
    ...(known && { kind: known }),
    ...(categoryId && { categoryId }),
  };
};

/** Returns the descriptor of the list of a company's transactions. A transaction can be reversed. */
export const transactionsQuery = (companyId: number): PagedQueryDescriptor<TransactionRow, "reverse"> => ({
  page: (api, filter, cursor, signal) =>
    unwrap(
      api.GET("/api/FinanceTransaction/Company/{companyId}/Summury", {
        params: {
          path: { companyId },
          query: { ...toTransactionParams(filter), ...(cursor !== undefined && { cursor }) },
        },
        signal,
      }),
    ),
  commands: {
    reverse: async (api, row, { key, signal }) => {
      const params = { path: { companyId, id: row.id }, header: toWriteHeaders({ version: row.version, key }) };
      await unwrap(api.DELETE("/api/FinanceTransaction/{id}/Company/{companyId}", { params, signal }));
      return { ...row, isReversed: true, version: row.version + 1 };
    },
  },
  commandRules: {
    reverse: ({ paymentId, kind, reversalOf, isReversed }) => {
      if (paymentId !== null || kind === "correction") return "hidden";
      return reversalOf !== null || isReversed ? "disabled" : "allowed";
    },
  },
});

/** Returns the descriptor of the list of a company's cash shifts. */
export const cashShiftsQuery = (companyId: number): PagedQueryDescriptor<CashShiftRow> => ({
  fields: { number: "number", openedAt: "moment", closedAt: "moment?" },
  page: (api, _filter, cursor, signal) =>
    unwrap(
      api.GET("/api/CashShift/Company/{companyId}/Summury", {
        params: { path: { companyId }, query: cursor === undefined ? {} : { cursor } },
        signal,
      }),
    ),
  commands: {},
});

const PENDING_POLL_MS = 30_000;

/** Returns the descriptor of the list of cash that employees have not handed in. */
export const pendingCashQuery = (companyId: number): PagedQueryDescriptor<PendingCashRow, "handIn"> => ({
  page: async (api, _filter, _cursor, signal) => {
    const rows = await unwrap(
      api.GET("/api/CashShift/Company/{companyId}/Pending", { params: { path: { companyId } }, signal }),
    );
    return { rows, next: null };
  },
  commands: {
    handIn: async (api, { id, payments }, { key, signal }) => {
      await unwrap(
        api.POST("/api/CashShift/Company/{companyId}/HandIn", {
          params: { path: { companyId }, header: { "Idempotency-Key": key } },
          body: { companyId, employeeId: id, paymentIds: payments.map(({ paymentId }) => paymentId) },
          signal,
        }),
      );
      return undefined;
    },
  },
  pollEvery: PENDING_POLL_MS,
});

/** Draft of the opening of a shift. `opening` is the opening amount as typed. */
export interface ShiftOpeningDraft {
  financeSourceId: number;
  opening: string;
  reason: string;
}

/** Cash source for which a shift can be opened, with the balance of the source. */
export interface OpeningChoice {
  readonly id: number;
  readonly name: string;
  readonly balance: number;
}

/** Descriptor of the form that opens a cash shift, or corrects the opening amount of an open shift. */
export const shiftOpeningEditor: EditorDescriptor<CompanyPath, ShiftOpeningDraft, readonly OpeningChoice[]> = {
  name: "cashShift",
  // If every cash drawer already has an open shift, no drawer can be chosen (`financeSourceId` is 0).
  isLocked: (_scope, { financeSourceId }) => financeSourceId === 0,
  loadChoices: async (api, path, signal) => {
    const { drawers } = await unwrap(api.GET("/api/CashShift/Company/{companyId}", { params: { path }, signal }));
    return drawers.filter(({ shift }) => shift === null).map(({ id, name, balance }) => ({ id, name, balance }));
  },
  blank: (_, [first]) => ({
    financeSourceId: first?.id ?? 0,
    opening: first ? amountText(Math.max(0, first.balance)) : "",
    reason: "",
  }),
  read: async (api, { companyId }, id, signal) => {
    const params = { path: { companyId, id: Number(id) } };
    const { financeSourceId, opening, version } = await unwrap(
      api.GET("/api/CashShift/{id}/Company/{companyId}", { params, signal }),
    );
    return { draft: { financeSourceId, opening: amountText(opening), reason: "" }, version };
  },
  save: (api, { companyId }, { id, draft, version, key }, signal) => {
    const { financeSourceId, reason } = draft;
    const opening = parseAmount(draft.opening) ?? 0;
    if (id === undefined) {
      const params = { path: { companyId }, header: { "Idempotency-Key": key } };
      const body = { companyId, financeSourceId, opening, reason: reason.trim() || null };
      return unwrap(api.POST("/api/CashShift/Company/{companyId}", { params, body, signal }));
    }
    const params = { path: { companyId, id: Number(id) }, header: toWriteHeaders({ version, key }) };
    const body = { companyId, opening, reason: reason.trim() };
    return unwrap(api.PUT("/api/CashShift/{id}/Company/{companyId}", { params, body, signal }));
  },
};

/** Draft of the finance settings. An empty `closedUntil` means that no period is closed. */
export interface FinanceSettingsDraft {
  requireShift: boolean;
  closedUntil: string;
}

/** Descriptor of the editor of a company's finance settings. */
export const financeSettingsEditor: EditorDescriptor<CompanyPath, FinanceSettingsDraft> = {
  name: "financeSettings",
  permission: () => "finance.edit",
  loadChoices: async () => undefined,
  blank: () => ({ requireShift: false, closedUntil: "" }),
  read: async (api, path, _id, signal) => {
    const { requireShift, closedUntil, version } = await unwrap(
      api.GET("/api/Finance/Company/{companyId}/Settings", { params: { path }, signal }),
    );
    return { draft: { requireShift, closedUntil: closedUntil ?? "" }, version };
  },
  save: async (api, path, { draft: { requireShift, closedUntil }, version, key }, signal) => {
    const params = { path, header: toWriteHeaders({ version, key }) };
    const body = { requireShift, closedUntil: closedUntil || null };
    await unwrap(api.PUT("/api/Finance/Company/{companyId}/Settings", { params, body, signal }));
    return { id: path.companyId };
  },
};
