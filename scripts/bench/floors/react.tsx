import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { cells, type FloorRow } from "./rows.ts";

const List = () => {
  const [rows, setRows] = useState<FloorRow[]>([]);
  useEffect(() => {
    fetch("/rows.json")
      .then((answer) => answer.json())
      .then(setRows);
  }, []);
  return (
    <table>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id} data-row={row.id}>
            {cells(row).map((text, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: cells keep their places
              <td key={at}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
};

const root = document.getElementById("root");
if (root) createRoot(root).render(<List />);
