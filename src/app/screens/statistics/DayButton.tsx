import { type ComponentProps, type ReactNode, Suspense, useState } from "react";
import { lazily } from "../../lazily.ts";
import { Button } from "../../ui/Button.tsx";
import type { OrderDayPicker as Picker } from "./OrderDayPicker.tsx";

const load = () => import("./OrderDayPicker.tsx");
const OrderDayPicker = lazily("OrderDayPicker", load);

/** A button that opens the days with orders to choose from; none means today. */
export const DayButton = ({
  children,
  ...picker
}: Omit<ComponentProps<typeof Picker>, "onClose"> & { children: ReactNode }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <span className="relative">
      <Button aria-expanded={isOpen} onPointerEnter={load} onFocus={load} onClick={() => setOpen(!isOpen)}>
        {children} <span aria-hidden>▾</span>
      </Button>
      {isOpen && (
        <Suspense>
          <OrderDayPicker {...picker} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </span>
  );
};
