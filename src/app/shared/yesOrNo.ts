/** Returns a flag in words. */
export const yesOrNo = (flag: boolean): string => (flag ? "да" : "нет");
