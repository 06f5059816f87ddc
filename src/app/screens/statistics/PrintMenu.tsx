import { Printer } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { PopupMenu } from "../../ui/PopupMenu.tsx";
import type { Paper } from "../../ui/PrintSheet.tsx";

/**
 * Menu that prints on the chosen paper. If `why` is given, the menu is a disabled button that shows `why` as the
 * reason.
 */
export const PrintMenu = ({ why, onPaper }: { why: string | undefined; onPaper: (paper: Paper) => void }) => {
  const label = (
    <>
      <Printer size={16} aria-hidden /> Печать
    </>
  );
  if (why) return <Button why={why}>{label}</Button>;
  return (
    <PopupMenu
      className="btn btn-plain"
      trigger={label}
      entries={[
        { title: "Лента 80 мм", keys: "P", run: () => onPaper("80mm") },
        { title: "Лист A4", run: () => onPaper("a4") },
      ]}
    />
  );
};
