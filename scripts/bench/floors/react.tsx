import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { Row } from "./Row.tsx";
import type { FloorRow } from "./rows.ts";

const List = () => {
  const [rows, setRows] = useState<FloorRow[]>([]);
  useEffect(() => {
    fetch("/rows.json")
      .then((answer) => answer.json())
      .then(setRows);
  }, []);
  return (
    <>
      <h1>Заказы</h1>
      <table>
        <tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} />
          ))}
        </tbody>
      </table>
    </>
  );
};

const root = document.getElementById("root");
if (root) createRoot(root).render(<List />);
