import type { Handlers } from "../http/handlerTypes.ts";
import {
  createSupplier,
  listSuppliers,
  readSupplier,
  removeSupplier,
  updateSupplier,
} from "../services/suppliers/suppliers.ts";

/** Handlers for the suppliers of a company. */
export const supplierOperations = {
  listSuppliers: ({ db, company }) => listSuppliers(db, company.id),
  getSupplier: ({ db, company, path }) => readSupplier(db, company.id, path.id),
  createSupplier: ({ db, company, body }) => createSupplier(db, company.id, body),
  updateSupplier: ({ db, company, path, seen, body }) => updateSupplier(db, company.id, { id: path.id, seen }, body),
  deleteSupplier: ({ db, company, path }) => removeSupplier(db, company.id, path.id),
} satisfies Partial<Handlers>;
