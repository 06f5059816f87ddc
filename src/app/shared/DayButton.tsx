import { type ComponentProps, type ReactNode, Suspense, useState } from "react";
import { lazyComponent } from "../routing/lazyComponent.ts";
import { Button } from "../ui/Button.tsx";
import type { OrderDayPicker as Picker } from "./OrderDayPicker.tsx";

const loadPicker = () => import("./OrderDayPicker.tsx");
const OrderDayPicker = lazyComponent("OrderDayPicker", loadPicker);

/** Button that opens a calendar, in which the user can pick today and days with orders. */
export const DayButton = ({
  children,
  className,
  ...picker
}: Omit<ComponentProps<typeof Picker>, "onClose"> & { children: ReactNode; className?: string }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <span className="relative">
      <Button
        className={className}
        aria-expanded={isOpen}
        onPointerEnter={loadPicker}
        onFocus={loadPicker}
        onClick={() => setOpen(!isOpen)}
      >
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
