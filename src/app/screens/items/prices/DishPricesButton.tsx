import { Suspense, useState } from "react";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { Button } from "../../../ui/Button.tsx";

const loadDialog = () => import("./DishPricesDialog.tsx");
const DishPricesDialog = lazyComponent("DishPricesDialog", loadDialog);

/** Button that opens the prices and stop-list entries of a company group's dish by company. */
export const DishPricesButton = ({ companyGroupId, itemId }: { companyGroupId: number; itemId: number }) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="mb-3">
      <Button onPointerEnter={() => void loadDialog()} onFocus={() => void loadDialog()} onClick={() => setOpen(true)}>
        Цены и стоп по компаниям
      </Button>
      <Suspense>
        {isOpen && <DishPricesDialog companyGroupId={companyGroupId} itemId={itemId} onClose={() => setOpen(false)} />}
      </Suspense>
    </div>
  );
};
