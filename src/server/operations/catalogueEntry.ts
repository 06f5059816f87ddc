import type { Db } from "../database/connection.ts";
import type { CatalogueScope } from "../services/catalogue/catalogueScope.ts";
import type { Saver, VersionedId } from "../services/shared/versioning.ts";

/** What these calls need of a request. */
interface WithisInScope {
  readonly db: Db;
  readonly scope: CatalogueScope;
}

interface OfEntry extends WithisInScope {
  readonly path: { readonly id: number };
}

interface WithBody<Save> extends WithisInScope {
  readonly body: Save;
  readonly caller: { readonly userId: number };
  readonly files: Readonly<Record<string, Buffer>>;
}

/** What is particular of a kind of entry. */
interface Kind<Entry, Create, Update> {
  readonly read: (db: Db, scope: CatalogueScope, id: number) => Promise<Entry>;
  readonly create: (tx: Db, saver: Saver, save: Create) => Promise<number>;
  readonly update: (tx: Db, saver: Saver, which: VersionedId, save: Update) => Promise<void>;
  readonly remove: (tx: Db, scope: CatalogueScope, id: number) => Promise<void>;
}

const saverOf = ({ caller, scope, files }: WithBody<unknown>): Saver => ({
  userId: caller.userId,
  scope,
  picture: files["imageFile"],
});

/** The calls of one entry of a catalogue: a company's, a group's, or any that the caller may, for the access check has said whose it is. */
export const entryHandlers = <Entry, Create, Update>({
  read,
  create,
  update,
  remove,
}: Kind<Entry, Create, Update>) => ({
  read: ({ db, scope, path }: OfEntry) => read(db, scope, path.id),
  create: async (call: WithBody<Create>) => read(call.db, call.scope, await create(call.db, saverOf(call), call.body)),
  update: async (call: OfEntry & WithBody<Update> & Pick<VersionedId, "seen">) => {
    const { db, scope, path, seen, body } = call;
    await update(db, saverOf(call), { id: path.id, seen }, body);
    return read(db, scope, path.id);
  },
  remove: async ({ db, scope, path }: OfEntry) => {
    await remove(db, scope, path.id);
    return undefined;
  },
});
