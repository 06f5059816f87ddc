import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { Row } from "./Row.tsx";
import type { FloorRow } from "./rows.ts";

const PAGE = 25;

interface Line {
  id: number;
  name: string;
  count: number;
  amount: number;
}

const Order = ({ onBack }: { onBack: () => void }) => {
  const [lines, setLines] = useState<Line[]>([]);
  useEffect(() => {
    fetch("/order.json")
      .then((answer) => answer.json())
      .then(({ items }) => setLines(items));
  }, []);
  return (
    <>
      <button type="button" data-back onClick={onBack}>
        Назад
      </button>
      <table>
        <tbody>
          {lines.map(({ id, name, count, amount }) => (
            <tr key={id} data-line>
              <td>{name}</td>
              <td>{count}</td>
              <td>{amount}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};

const List = () => {
  const [rows, setRows] = useState<FloorRow[]>([]);
  const [page, setPage] = useState(0);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    fetch("/days.json")
      .then((answer) => answer.json())
      .then(setRows);
  }, []);
  if (isOpen) return <Order onBack={() => setOpen(false)} />;
  return (
    <>
      <table>
        <tbody>
          {rows.slice(page * PAGE, (page + 1) * PAGE).map((row) => (
            <Row key={row.id} row={row} onPress={() => setOpen(true)} />
          ))}
        </tbody>
      </table>
      {[0, 1].map((at) => (
        <button key={at} type="button" data-page onClick={() => setPage(at)}>
          {at + 1}
        </button>
      ))}
    </>
  );
};

const root = document.getElementById("root");
if (root) createRoot(root).render(<List />);
