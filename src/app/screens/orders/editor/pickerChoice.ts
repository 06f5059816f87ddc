/** Value instead of a category id while the frequent dishes are shown. The server has no category with this id. */
export const FREQUENT = -1;

/** Shows the dishes of a category, all dishes (null), or the frequent dishes, whose ids are given. */
export type ChooseCategory = (id: number | null, frequentIds?: readonly number[]) => void;
