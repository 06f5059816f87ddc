import type { Db } from "../database/connection.ts";
import type { Reach } from "../services/catalogue/catalogueScope.ts";
import type { Saver, Seen } from "../services/shared/versioning.ts";

/** What these calls need of a request. */
interface WithinReach {
  readonly db: Db;
  readonly reach: Reach;
}

interface OfEntry extends WithinReach {
  readonly path: { readonly id: number };
}

interface WithBody<Save> extends WithinReach {
  readonly body: Save;
  readonly caller: { readonly userId: number };
  readonly parts: Readonly<Record<string, Buffer>>;
}

/** What is particular of a kind of entry. */
interface Kind<Entry, Create, Update> {
  readonly read: (db: Db, reach: Reach, id: number) => Promise<Entry>;
  readonly create: (tx: Db, saver: Saver, save: Create) => Promise<number>;
  readonly update: (tx: Db, saver: Saver, which: Seen, save: Update) => Promise<void>;
  readonly remove: (tx: Db, reach: Reach, id: number) => Promise<void>;
}

const saverOf = ({ caller, reach, parts }: WithBody<unknown>): Saver => ({
  userId: caller.userId,
  reach,
  picture: parts["imageFile"],
});

/** The calls of one entry of a catalogue: a company's, a group's, or any that the caller may, for the access check has said whose it is. */
export const entryCalls = <Entry, Create, Update>({ read, create, update, remove }: Kind<Entry, Create, Update>) => ({
  read: ({ db, reach, path }: OfEntry) => read(db, reach, path.id),
  create: async (call: WithBody<Create>) => read(call.db, call.reach, await create(call.db, saverOf(call), call.body)),
  update: async (call: OfEntry & WithBody<Update> & Pick<Seen, "seen">) => {
    const { db, reach, path, seen, body } = call;
    await update(db, saverOf(call), { id: path.id, seen }, body);
    return read(db, reach, path.id);
  },
  remove: async ({ db, reach, path }: OfEntry) => {
    await remove(db, reach, path.id);
    return undefined;
  },
});
