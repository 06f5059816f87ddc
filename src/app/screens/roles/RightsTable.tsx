import type { ReactNode } from "react";

/** Table of permissions. The children are the table rows with title, name and value. */
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
