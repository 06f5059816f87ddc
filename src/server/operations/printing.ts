import type { Handlers } from "../http/handlerTypes.ts";
import { handleJob, listPrintersForJob } from "../services/printing/command.ts";
import { beginJob, endDuty, renewDuty, reportJob, startDuty, takeJob } from "../services/printing/duty.ts";
import { readJobsPage } from "../services/printing/jobs.ts";
import { readPrintPaper } from "../services/printing/paper.ts";
import {
  createPrinter,
  listPrinters,
  readPrinter,
  removePrinter,
  updatePrinter,
} from "../services/printing/printers.ts";
import { readPrintInfo, updatePrintInfo } from "../services/printing/printInfo.ts";
import { readOrderPrinting, sendToKitchen, sendToPrint } from "../services/printing/send.ts";

/** Handlers for print jobs, for printers and for the browsers that print on them. */
export const printingOperations = {
  printPreBill: ({ db, caller, path }) => sendToPrint(db, caller, path, "preBill"),
  printKitchenTicket: ({ db, caller, path, query }) => sendToKitchen(db, caller, path, query.isWhole ?? false),
  printUsedStockItems: ({ db, caller, path }) => sendToPrint(db, caller, path, "usedStockItems"),

  listPrintJobs: ({ db, company, query }) => readJobsPage(db, { ...query, companyId: company.id }),
  handlePrintJob: ({ db, company, path, body }) => handleJob(db, { id: path.jobId, companyId: company.id }, body),
  getPrintPaper: ({ db, company, path }) => readPrintPaper(db, company.id, path.jobId),
  getOrderPrinting: ({ db, path }) => readOrderPrinting(db, path),
  listAllPrintJobs: ({ db, query }) => readJobsPage(db, query),
  handleAnyPrintJob: ({ db, path, body }) => handleJob(db, { id: path.jobId }, body),
  listPrintersForJob: ({ db, path }) => listPrintersForJob(db, path.jobId),

  listPrinters: ({ db, company }) => listPrinters(db, company.id),
  getPrinter: ({ db, company, path }) => readPrinter(db, company.id, path.id),
  createPrinter: ({ db, company, body }) => createPrinter(db, company.id, body),
  updatePrinter: ({ db, company, path, seen, body }) => updatePrinter(db, company.id, { id: path.id, seen }, body),
  deletePrinter: ({ db, company, path }) => removePrinter(db, company.id, path.id),
  getPrintInfo: ({ db, company }) => readPrintInfo(db, company.id),
  updatePrintInfo: ({ db, company, seen, body }) => updatePrintInfo(db, company.id, seen, body),

  startPrintDuty: ({ db, caller, company, body }) => startDuty(db, caller, company.id, body),
  beatPrintDuty: ({ db, caller, path }) => renewDuty(db, caller, path),
  takePrintJob: ({ db, caller, path }) => takeJob(db, caller, path),
  beginPrintJob: ({ db, caller, path, body }) => beginJob(db, caller, path, body),
  reportPrintJob: ({ db, caller, path, body }) => reportJob(db, caller, path, body),
  endPrintDuty: ({ db, caller, path }) => endDuty(db, caller, path),
} satisfies Partial<Handlers>;
