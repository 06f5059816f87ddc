import type { Handlers } from "../http/handlerTypes.ts";
import { createGroup, listGroups, readGroup, removeGroup, updateGroup } from "../services/groups/companyGroups.ts";

/** Handlers for groups of companies that share a catalogue. */
export const groupOperations = {
  listCompanyGroups: ({ db, caller }) => listGroups(db, caller),
  getCompanyGroup: ({ db, caller, path }) => readGroup(db, caller, path.companyGroupId),
  createCompanyGroup: async ({ db, caller, body }) => readGroup(db, caller, await createGroup(db, body)),
  updateCompanyGroup: async ({ db, caller, path, seen, body }) => {
    await updateGroup(db, caller, { groupId: path.companyGroupId, seen }, body);
    return readGroup(db, caller, path.companyGroupId);
  },
  deleteCompanyGroup: async ({ db, path }) => {
    await removeGroup(db, path.companyGroupId);
    return undefined;
  },
} satisfies Pick<
  Handlers,
  "listCompanyGroups" | "getCompanyGroup" | "createCompanyGroup" | "updateCompanyGroup" | "deleteCompanyGroup"
>;
