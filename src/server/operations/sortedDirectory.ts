import type { Schemas } from "#api/client.ts";
import type { Db } from "../database/connection.ts";
import type { createDirectory } from "../services/configuration/sortedDirectory.ts";
import type { VersionedId } from "../services/shared/versioning.ts";

/** Fields of a request that the handlers of a directory need. */
interface CompanyCall {
  readonly db: Db;
  readonly company: { readonly id: number };
}

interface EntryCall extends CompanyCall {
  readonly path: { readonly id: number };
}

/**
 * Creates the handlers for the seven operations of a directory, such as tags or discounts, from its `create` and
 * `update` functions.
 */
export const directoryHandlers = <Entry extends { readonly version: number }, Save, Update>(
  directory: ReturnType<typeof createDirectory<Entry>>,
  {
    create,
    update,
  }: {
    create: (tx: Db, companyId: number, save: Save) => Promise<Entry>;
    update: (tx: Db, companyId: number, which: VersionedId, save: Update) => Promise<Entry>;
  },
) => ({
  all: ({ db, company }: CompanyCall) => directory.all(db, company.id),
  inUse: ({ db, company }: CompanyCall) => directory.inUse(db, company.id),
  one: ({ db, company, path }: EntryCall) => directory.one(db, company.id, path.id),
  create: ({ db, company, body }: CompanyCall & { readonly body: Save }) => create(db, company.id, body),
  update: ({
    db,
    company,
    path,
    seen,
    body,
  }: EntryCall & { readonly seen: VersionedId["seen"]; readonly body: Update }) =>
    update(db, company.id, { id: path.id, seen }, body),
  remove: async ({ db, company, path }: EntryCall) => {
    await directory.remove(db, company.id, path.id);
    return undefined;
  },
  reorder: async ({ db, company, body }: CompanyCall & { readonly body: Schemas["Reordering"] }) => {
    await directory.reorder(db, company.id, body);
    return undefined;
  },
});
