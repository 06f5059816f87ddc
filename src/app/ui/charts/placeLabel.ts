/**
 * Part of a chart that a label must not cover: it reaches from `top` to the lower edge of the chart. All values are in
 * px.
 */
export interface LabelObstacle {
  readonly left: number;
  readonly right: number;
  readonly top: number;
}

/** Point that a label can name: the middle of the upper edge of a bar, px. */
export interface LabelTarget {
  readonly x: number;
  readonly top: number;
}

/** Place of a label: its left and lower edge, px, and the named point. */
export interface LabelPlace {
  readonly left: number;
  readonly bottom: number;
  readonly target: LabelTarget;
}

const GAP = 4;

/**
 * Returns the place of a label of the width `size`, above its target and above all columns that the label crosses. Of
 * several targets, chooses the target nearest to its label. Returns undefined if there are no targets.
 */
export const placeLabel = (
  targets: readonly LabelTarget[],
  columns: readonly LabelObstacle[],
  size: number,
  width: number,
): LabelPlace | undefined => {
  const places = targets.map((target): LabelPlace => {
    const left = Math.max(0, Math.min(target.x - size / 2, width - size));
    const crossed = columns.filter((column) => column.left < left + size && column.right > left);
    return { left, bottom: Math.min(target.top, ...crossed.map(({ top }) => top)) - GAP, target };
  });
  const distance = ({ bottom, target }: LabelPlace): number => Math.round(target.top - bottom);
  return places.toSorted((left, right) => distance(left) - distance(right) || left.target.top - right.target.top)[0];
};
