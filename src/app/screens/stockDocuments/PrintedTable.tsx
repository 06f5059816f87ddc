/** Column of a printed table. Its cells are aligned to the right. */
export interface PrintedColumn<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string;
}

/** Table of stock items on a printed sheet. */
export const PrintedTable = <Row extends { readonly stockItemId: number }>({
  rows,
  titleOf,
  columns,
}: {
  rows: readonly Row[];
  titleOf: (row: Row) => string;
  columns: readonly PrintedColumn<Row>[];
}) => (
  <table className="w-full">
    <thead>
      <tr>
        <th scope="col" className="text-left">
          Товар
        </th>
        {columns.map(({ head }) => (
          <th key={head} scope="col" className="pl-3 text-right">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.stockItemId} className="border-t border-line">
          <td className="py-1 wrap-anywhere">{titleOf(row)}</td>
          {columns.map(({ head, cell }) => (
            <td key={head} className="py-1 pl-3 text-right">
              {cell(row)}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
