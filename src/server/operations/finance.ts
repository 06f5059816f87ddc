import type { Handlers } from "../http/handlerTypes.ts";
import { sendTable } from "../http/sendTable.ts";
import {
  createFinanceCategory,
  listFinanceCategories,
  readFinanceCategory,
  removeFinanceCategory,
  updateFinanceCategory,
} from "../services/finance/financeCategories.ts";
import { createFinanceReport, readFinanceReport } from "../services/finance/financeReport.ts";
import { readFinanceSettings, updateFinanceSettings } from "../services/finance/financeSettings.ts";
import {
  createFinanceSource,
  listFinanceSourceStates,
  listFinanceSources,
  readFinanceSource,
  removeFinanceSource,
  updateFinanceSource,
} from "../services/finance/financeSources.ts";
import { handInCash } from "../services/finance/handIn.ts";
import { listPendingCash, readReport } from "../services/finance/shiftReport.ts";
import { listShifts, readCashDrawers, readShift } from "../services/finance/shiftRows.ts";
import { closeShift, openShift, removeShift, updateShift } from "../services/finance/shifts.ts";
import { listTransactions, readTotals, readTransaction } from "../services/finance/transactions.ts";
import { correctTransaction, createTransaction, reverseTransaction } from "../services/finance/transactionWrites.ts";

import { fileNameOf, parseReportPeriod } from "../services/statistics/parsePeriod.ts";

/** Handlers for the finances of a company: settings, sources, categories, transactions, reports and cash shifts. */
export const financeOperations = {
  getFinanceSettings: ({ db, company }) => readFinanceSettings(db, company.id),
  updateFinanceSettings: ({ db, company, seen, body }) => updateFinanceSettings(db, company, seen, body),

  listFinanceSources: ({ db, company }) => listFinanceSources(db, company.id),
  listFinanceSourceStates: ({ db, company }) => listFinanceSourceStates(db, company.id),
  getFinanceSource: ({ db, company, path }) => readFinanceSource(db, company.id, path.id),
  createFinanceSource: ({ db, company, body }) => createFinanceSource(db, company.id, body),
  updateFinanceSource: ({ db, company, path, seen, body }) =>
    updateFinanceSource(db, company.id, { id: path.id, seen }, body),
  deleteFinanceSource: ({ db, company, path }) => removeFinanceSource(db, company.id, path.id),

  listFinanceCategories: ({ db, company }) => listFinanceCategories(db, company.id),
  getFinanceCategory: ({ db, company, path }) => readFinanceCategory(db, company.id, path.id),
  createFinanceCategory: ({ db, company, body }) => createFinanceCategory(db, company.id, body),
  updateFinanceCategory: ({ db, company, path, seen, body }) =>
    updateFinanceCategory(db, company.id, { id: path.id, seen }, body),
  deleteFinanceCategory: ({ db, company, path }) => removeFinanceCategory(db, company.id, path.id),

  listFinanceTransactions: ({ db, company, query }) => listTransactions(db, company.id, company.zone, query),
  getFinanceTotals: ({ db, company, query }) => readTotals(db, company.id, company.zone, query),
  getFinanceReport: ({ db, company, query }) =>
    readFinanceReport(db, company, parseReportPeriod(query, company.zone, new Date())),
  exportFinanceReport: async ({ db, company, query, http }) => {
    const period = parseReportPeriod(query, company.zone, new Date());
    const table = await createFinanceReport(db, company, period, query.format);
    return sendTable(http.reply, table, { name: fileNameOf("finance", period), format: query.format });
  },
  getFinanceTransaction: ({ db, company, path }) => readTransaction(db, company.id, path.id),
  createFinanceTransaction: ({ db, company, caller, body }) => createTransaction(db, company, caller, body),
  correctFinanceTransaction: ({ db, company, caller, path, seen, body }) =>
    correctTransaction(db, company, caller, { id: path.id, seen }, body),
  reverseFinanceTransaction: ({ db, company, caller, path, seen }) =>
    reverseTransaction(db, company, caller, { id: path.id, seen }),

  getCashDrawers: ({ db, company }) => readCashDrawers(db, company.id),
  listCashShifts: ({ db, company, query }) => listShifts(db, company.id, query),
  listPendingCash: ({ db, company }) => listPendingCash(db, company.id),
  getCashShift: ({ db, company, path }) => readShift(db, company.id, path.id),
  getCashShiftReport: ({ db, company, path }) => readReport(db, company.id, path.id),
  openCashShift: ({ db, company, caller, body }) => openShift(db, company.id, caller, body),
  updateCashShift: ({ db, company, caller, path, seen, body }) =>
    updateShift(db, company.id, caller, { id: path.id, seen }, body),
  deleteCashShift: ({ db, company, path, seen }) => removeShift(db, company.id, { id: path.id, seen }),
  closeCashShift: ({ db, company, caller, path, seen, body }) =>
    closeShift(db, company.id, caller, { id: path.id, seen }, body),
  handInCash: ({ db, company, caller, body }) => handInCash(db, company.id, caller, body),
} satisfies Partial<Handlers>;
