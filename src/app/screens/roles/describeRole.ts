import type { RoleChoices, RoleDraft } from "#machines/directory/descriptors/roles.ts";
import type { Fact } from "../../directory/findDifferences.ts";
import { yesOrNo } from "../../shared/yesOrNo.ts";

const describePermissions = ({ permissions }: RoleDraft, choices: RoleChoices): readonly Fact[] =>
  choices.permissions.flatMap(({ name, title, type }): Fact[] => {
    const value = permissions[name];
    return value === undefined ? [] : [[title, type === "bool" ? "есть" : String(value)]];
  });

/** Returns the values of a role draft as text. */
export const describeRole = (draft: RoleDraft, choices: RoleChoices): readonly Fact[] => [
  ["Название", draft.name],
  ["Системная", yesOrNo(draft.isPublic)],
  ["Компания", choices.companies.find(({ id }) => String(id) === draft.companyId)?.name ?? ""],
  ...describePermissions(draft, choices),
];
