import { Printer } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { Menu } from "../../ui/Menu.tsx";
import type { Paper } from "../../ui/PrintSheet.tsx";

/** Prints on one of the papers; with `why` it says the reason why it cannot. */
export const PrintMenu = ({ why, onPaper }: { why: string | undefined; onPaper: (paper: Paper) => void }) => {
  const words = (
    <>
      <Printer size={16} aria-hidden /> Печать
    </>
  );
  if (why) return <Button why={why}>{words}</Button>;
  return (
    <Menu
      className="btn btn-plain"
      trigger={words}
      entries={[
        { title: "Лента 80 мм", keys: "P", run: () => onPaper("80mm") },
        { title: "Лист A4", run: () => onPaper("a4") },
      ]}
    />
  );
};
