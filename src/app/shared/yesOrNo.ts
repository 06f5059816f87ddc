export const yesOrNo = (flag: boolean): string => (flag ? "да" : "нет");
