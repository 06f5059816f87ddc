import type { ReactNode } from "react";

/** The table of rights; its rows are the children: title, name, value. */
export const RightsTable = ({ children }: { children: ReactNode }) => (
  <table className="table">
    <thead>
      <tr>
        <th scope="col">Название</th>
        <th scope="col" className="max-[700px]:hidden">
          Имя
        </th>
        <th scope="col">Значение</th>
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
);
