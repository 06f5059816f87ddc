import type { Schemas } from "#api/client.ts";
import type { Db } from "../database/connection.ts";
import type { createDirectory } from "../services/configuration/directory.ts";
import type { VersionedId } from "../services/shared/versioning.ts";

/** What these calls need of a request. */
interface InCompany {
  readonly db: Db;
  readonly company: { readonly id: number };
}

interface OfEntry extends InCompany {
  readonly path: { readonly id: number };
}

/** The work of the seven calls of a directory; what is particular is how an entry is made and changed. */
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
  all: ({ db, company }: InCompany) => directory.all(db, company.id),
  inUse: ({ db, company }: InCompany) => directory.inUse(db, company.id),
  one: ({ db, company, path }: OfEntry) => directory.one(db, company.id, path.id),
  create: ({ db, company, body }: InCompany & { readonly body: Save }) => create(db, company.id, body),
  update: ({
    db,
    company,
    path,
    seen,
    body,
  }: OfEntry & { readonly seen: VersionedId["seen"]; readonly body: Update }) =>
    update(db, company.id, { id: path.id, seen }, body),
  remove: async ({ db, company, path }: OfEntry) => {
    await directory.remove(db, company.id, path.id);
    return undefined;
  },
  reorder: async ({ db, company, body }: InCompany & { readonly body: Schemas["NewOrder"] }) => {
    await directory.reorder(db, company.id, body);
    return undefined;
  },
});
