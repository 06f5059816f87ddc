import type { GroupChoices, GroupDraft } from "#machines/directory/descriptors/groups.ts";
import type { Fact } from "../../directory/findDifferences.ts";

/** Returns the values of a group draft as text. */
export const describeGroup = ({ name, companyIds }: GroupDraft, choices: GroupChoices): readonly Fact[] => [
  ["Название", name],
  ...choices.filter(({ id }) => companyIds.includes(id)).map((company) => [company.name, "в группе"] as const),
];
