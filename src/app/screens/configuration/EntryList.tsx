import type { ReactNode } from "react";
import type { CompanyPath } from "#machines/directory/descriptors/companyPath.ts";
import type { DirectoryDescriptor } from "#machines/directory/types.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { ListColumn } from "../../directory/listParts.ts";
import { editLink, removal } from "../../directory/rowActions.tsx";
import { useIsOffered } from "../../services/useIsOffered.ts";
import { useReferencesReload } from "./configurationParts.tsx";

/** Fields that all rows of the lists in a company's configuration have. */
interface Entry {
  readonly id: number;
  readonly name: string;
  readonly order: number;
}

/**
 * Texts of a list. `what` is the kind of record in the Russian accusative, and `removed` is the text of the toast after
 * a removal.
 */
interface EntryTexts {
  readonly title: string;
  readonly add: string;
  readonly what: string;
  readonly removed: string;
}

/**
 * List of named records, such as tags, that can be reordered. If the server cannot reorder the rows, the position of
 * each row is shown after the `columns`.
 */
export const EntryList = <Row extends Entry>({
  companyId,
  area,
  descriptor,
  texts,
  columns,
  reasonNotToRemove,
  question,
  above,
  empty,
}: {
  companyId: number;
  /** Path of the list, relative to the company's path. */
  area: "OrderStatus" | "Tag" | "Discount" | "PaymentMethod";
  descriptor: DirectoryDescriptor<CompanyPath, Row>;
  texts: EntryTexts;
  columns: readonly ListColumn<Row>[];
  /** Returns the reason why a row cannot be removed. */
  reasonNotToRemove?: (row: Row) => string;
  question: (row: Row) => string;
  above?: (rows: readonly Row[]) => ReactNode;
  empty: ReactNode;
}) => {
  const path = `/Company/${companyId}/${area}`;
  const canReorder = useIsOffered(`PUT /api/${area}/Company/{companyId}/Order`);
  useReferencesReload(companyId);
  return (
    <DirectoryList
      descriptor={descriptor}
      canReorder={canReorder}
      scope={{ companyId }}
      title={texts.title}
      add={{ label: texts.add, href: `${path}/New` }}
      // Rows that can be dragged need no numbers of their positions.
      columns={canReorder ? columns : [...columns, { head: "Порядок", cell: ({ order }) => order, align: "right" }]}
      open={({ id }) => `${path}/${id}/Edit`}
      links={[editLink(path)]}
      commands={{
        remove: {
          ...removal<Row>(texts.what, texts.removed, question),
          ...(reasonNotToRemove && { why: reasonNotToRemove }),
        },
      }}
      empty={empty}
      {...(above && { above })}
    />
  );
};
