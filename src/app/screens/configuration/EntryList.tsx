import type { ReactNode } from "react";
import type { Listed } from "#machines/resource/resource.ts";
import type { CompanyPlace } from "#machines/resources/companyPlace.ts";
import type { Column } from "../../resource/listParts.ts";
import { ResourceList } from "../../resource/ResourceList.tsx";
import { editLink, removal } from "../../resource/rowActions.tsx";
import { useFreshReferences, useWhyNotSettings } from "./configurationParts.tsx";

/** What every entry of a company's configuration has. */
interface Entry {
  readonly id: number;
  readonly name: string;
  readonly order: number;
}

/** The words of a directory: its title, how an entry is added, what it is in the accusative, and what is said of a removed one. */
interface Words {
  readonly title: string;
  readonly add: string;
  readonly what: string;
  readonly removed: string;
}

/** A list of named entries of a company whose order people decide on; `columns` are those between id and place. */
export const EntryList = <Row extends Entry>({
  companyId,
  area,
  resource,
  words,
  columns,
  whyKept,
  question,
  above,
  empty,
}: {
  companyId: number;
  /** The path below the company. */
  area: string;
  resource: Listed<CompanyPlace, Row>;
  words: Words;
  columns: readonly Column<Row>[];
  /** Why a row cannot be removed. */
  whyKept?: (row: Row) => string;
  question: (row: Row) => string;
  above?: (rows: readonly Row[]) => ReactNode;
  empty: ReactNode;
}) => {
  const whyNot = useWhyNotSettings(companyId);
  const path = `/Company/${companyId}/${area}`;
  useFreshReferences(companyId);
  return (
    <ResourceList
      resource={resource}
      scope={{ companyId }}
      title={words.title}
      add={{ label: words.add, href: `${path}/New`, why: whyNot }}
      columns={[
        { head: "Id", cell: ({ id }) => id },
        ...columns,
        { head: "Порядок", cell: ({ order }) => order, align: "right" },
      ]}
      open={({ id }) => `${path}/${id}/Edit`}
      links={[editLink(path, whyNot)]}
      commands={{
        remove: removal<Row>(words.what, words.removed, (row) => whyNot ?? (whyKept?.(row) || undefined), question),
      }}
      whyFixed={whyNot}
      empty={empty}
      {...(above && { above })}
    />
  );
};
