import type { CategoryRow } from "#machines/directory/descriptors/categories.ts";

/**
 * Name of a category with the names of its parents. A badge marks a category that is inherited from a company group.
 */
export const CategoryName = ({
  category: { name, fullName },
  isInherited,
}: {
  category: CategoryRow;
  isInherited: boolean;
}) => (
  <span className="inline-flex flex-wrap items-center gap-x-2 wrap-anywhere">
    <span>
      {fullName !== name && <span className="text-muted">{fullName.slice(0, -name.length)}</span>}
      {name}
    </span>
    {isInherited && <span className="badge">группа</span>}
  </span>
);
