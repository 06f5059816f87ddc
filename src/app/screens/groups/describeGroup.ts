import type { GroupChoices, GroupDraft } from "#machines/directory/descriptors/groups.ts";
import type { Fact } from "../../directory/findDifferences.ts";

/** Returns a company group in words. */
export const describeGroup = ({ name, companyIds }: GroupDraft, choices: GroupChoices): readonly Fact[] => [
  ["Название", name],
  ...choices.filter(({ id }) => companyIds.includes(id)).map((company) => [company.name, "в группе"] as const),
];
