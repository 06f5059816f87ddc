import { inTransaction } from "../database/transaction.ts";
import { type Handlers, withOwnTransactions } from "../http/handlerTypes.ts";
import { listModules, lockAllWrites, updateModule } from "../services/modules/modules.ts";
import { Invalid } from "../services/shared/domainErrors.ts";
import { runOnce } from "../services/shared/idempotency.ts";

/** Handlers for the modules of a company. */
export const moduleOperations = {
  listModules: ({ db, company }) => listModules(db, company.id),
  // The usual transaction first takes a shared lock on the company, and two concurrent changes would deadlock when each
  // requests the exclusive lock. This transaction takes the exclusive lock immediately.
  updateModule: withOwnTransactions(({ db, company, path, seen, body, keyedRequest }) =>
    inTransaction(db, async (tx) => {
      if (!keyedRequest) throw new Invalid("Нужен ключ запроса.");
      await lockAllWrites(tx, company.id);
      const work = () => updateModule(tx, company, { name: path.module, seen }, body);
      return { json: await runOnce(tx, keyedRequest, async () => JSON.stringify(await work())) };
    }),
  ),
} satisfies Partial<Handlers>;
