import type { Handlers } from "../http/handlerTypes.ts";
import { acceptInvitation, declineInvitation, listInvitations } from "../services/companies/invitations.ts";

/** Handlers for the company invitations that the caller has received. */
export const invitationOperations = {
  listInvitations: ({ db, caller }) => listInvitations(db, caller.userId),
  acceptInvitation: async ({ db, caller, path, body }) => {
    await acceptInvitation(db, caller.userId, path.invitationId, body.code);
    return undefined;
  },
  declineInvitation: async ({ db, caller, path }) => {
    await declineInvitation(db, caller.userId, path.invitationId);
    return undefined;
  },
} satisfies Pick<Handlers, "listInvitations" | "acceptInvitation" | "declineInvitation">;
