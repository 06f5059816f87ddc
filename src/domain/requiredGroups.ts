/** Category of modifiers. An order line of the dish must have at least one modifier of this category. */
export interface RequiredGroup {
  readonly id: number;
  readonly name: string;
}

interface OfferedModifier {
  readonly id: number;
  readonly requiredGroup?: RequiredGroup | undefined;
}

/** Returns the required groups of a dish's modifiers, in the sequence of the modifiers. */
export const requiredGroupsOf = (offered: readonly OfferedModifier[]): readonly RequiredGroup[] => {
  const groups = new Map<number, RequiredGroup>();
  for (const { requiredGroup: group } of offered) if (group) groups.set(group.id, group);
  return [...groups.values()];
};

/** Returns the required groups from which no modifier is chosen. A group without offered modifiers is never missing. */
export const missingGroups = (
  offered: readonly OfferedModifier[],
  isChosen: (modifierId: number) => boolean,
): readonly RequiredGroup[] =>
  requiredGroupsOf(offered).filter(({ id }) =>
    offered.every(({ id: modifierId, requiredGroup }) => requiredGroup?.id !== id || !isChosen(modifierId)),
  );
