import type { Db } from "../database/connection.ts";
import type { CatalogueScope } from "../services/catalogue/catalogueScope.ts";
import type { Saver, VersionedId } from "../services/shared/versioning.ts";

/** Fields of a request that the handlers of catalogue records need. */
interface ScopedCall {
  readonly db: Db;
  readonly scope: CatalogueScope;
}

interface EntryCall extends ScopedCall {
  readonly path: { readonly id: number };
}

interface SaveCall<Save> extends ScopedCall {
  readonly body: Save;
  readonly caller: { readonly userId: number };
  readonly files: Readonly<Record<string, Buffer>>;
}

/** Service functions for one kind of catalogue record, such as a dish or a category. */
interface EntryFunctions<Entry, Create, Update> {
  readonly read: (db: Db, scope: CatalogueScope, id: number) => Promise<Entry>;
  readonly create: (tx: Db, saver: Saver, save: Create) => Promise<number>;
  readonly update: (tx: Db, saver: Saver, which: VersionedId, save: Update) => Promise<void>;
  readonly remove: (tx: Db, scope: CatalogueScope, id: number) => Promise<void>;
}

const saverOf = ({ caller, scope, files }: SaveCall<unknown>): Saver => ({
  userId: caller.userId,
  scope,
  picture: files["imageFile"],
});

/**
 * Creates the handlers of a kind of catalogue record for company paths, group paths and paths without an owner. The
 * access check determines the scope before the handlers run. The handlers `create` and `update` return the saved
 * record.
 */
export const entryHandlers = <Entry, Create, Update>({
  read,
  create,
  update,
  remove,
}: EntryFunctions<Entry, Create, Update>) => ({
  read: ({ db, scope, path }: EntryCall) => read(db, scope, path.id),
  create: async (call: SaveCall<Create>) => read(call.db, call.scope, await create(call.db, saverOf(call), call.body)),
  update: async (call: EntryCall & SaveCall<Update> & Pick<VersionedId, "seen">) => {
    const { db, scope, path, seen, body } = call;
    await update(db, saverOf(call), { id: path.id, seen }, body);
    return read(db, scope, path.id);
  },
  remove: async ({ db, scope, path }: EntryCall) => {
    await remove(db, scope, path.id);
    return undefined;
  },
});
