import { GripVertical } from "lucide-react";
import type { ComponentProps } from "react";
import { Button } from "../ui/Button.tsx";

/** Drag handle of a row. If `why` is given, the handle is disabled and shows `why` as the reason. */
export const RowHandle = ({
  index,
  count,
  why,
  ...rest
}: ComponentProps<"button"> & {
  /** Index of the row in the whole list. */
  index: number;
  count: number;
  why?: string | undefined;
}) => (
  <Button
    kind="ghost"
    data-handle
    title="Перетащите. С клавиатуры: пробел, стрелки вверх и вниз, снова пробел"
    className={
      why ? "!border-transparent !bg-transparent px-1 opacity-60" : "cursor-grab touch-none px-1 active:cursor-grabbing"
    }
    why={why}
    {...rest}
  >
    <GripVertical size={16} aria-hidden />
    <span className="sr-only">{`Переместить: место ${index + 1} из ${count}`}</span>
  </Button>
);
