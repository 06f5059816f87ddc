import { type Call, type Handlers, withOwnTransactions } from "../http/handlerTypes.ts";
import { listOverrideGrants } from "../services/overrides/overrideGrants.ts";
import { readOverridePin, setOverridePin } from "../services/overrides/overridePins.ts";
import {
  answerOverride,
  grantByPin,
  listOverrideManagers,
  listOverrideRequests,
  readOverrideState,
  requestOverride,
  withdrawOverride,
} from "../services/overrides/overrideRequests.ts";
import { readRefused } from "../services/overrides/refusedRequest.ts";

type ChallengedCall = Pick<Call<"grantOverride">, "app" | "caller" | "company">;

const refusedOf = ({ app, caller, company }: ChallengedCall, challenge: string) =>
  readRefused(app.tokens, challenge, { sessionId: caller.sessionId, companyId: company.id });

/** Handlers with which a manager allows single requests of users who lack the permission. */
export const overrideOperations = {
  listOverrideRequests: ({ db, company, caller }) => listOverrideRequests(db, company, caller),
  listOverrideGrants: ({ db, company, query }) => listOverrideGrants(db, company.id, query),
  listOverrideManagers: async (call) => listOverrideManagers(call.db, await refusedOf(call, call.query.challenge)),
  grantOverride: withOwnTransactions(async (call) =>
    grantByPin(call.db, call.caller, await refusedOf(call, call.body.challenge), call.body),
  ),
  requestOverride: async (call) => requestOverride(call.db, call.caller, await refusedOf(call, call.body.challenge)),
  getOverrideRequest: ({ db, company, caller, path }) =>
    readOverrideState(db, caller, { id: path.id, companyId: company.id }),
  withdrawOverride: async ({ db, company, caller, path }) => {
    await withdrawOverride(db, caller, { id: path.id, companyId: company.id });
    return undefined;
  },
  answerOverride: async ({ db, company, caller, path, body }) => {
    await answerOverride(db, company, caller, { id: path.id, isAllowed: body.isAllowed });
    return undefined;
  },
  getOverridePin: ({ db, path, caller }) => readOverridePin(db, path.userId, caller.userId),
  setOverridePin: withOwnTransactions(async ({ db, path, caller, body, http }) => {
    await setOverridePin(db, { ...body, userId: path.userId, callerId: caller.userId, address: http.address });
    return undefined;
  }),
} satisfies Partial<Handlers>;
