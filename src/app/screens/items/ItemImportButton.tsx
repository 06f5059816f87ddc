import { Upload } from "lucide-react";
import { Suspense, useState } from "react";
import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";
import { lazyComponent } from "../../routing/lazyComponent.ts";
import { Button } from "../../ui/Button.tsx";

const loadImport = () => import("./ItemImport.tsx");
const ItemImport = lazyComponent("ItemImport", loadImport);

/** Button that opens the import of dishes. The code of the dialog is prefetched on hover and focus. */
export const ItemImportButton = ({
  scope,
  why,
  onDone,
}: {
  scope: CatalogueOwner;
  why: string | undefined;
  /** Called when the dialog closes after it has written dishes. */
  onDone: () => void;
}) => {
  const [isOpen, setOpen] = useState(false);
  const close = (isWritten: boolean) => {
    setOpen(false);
    if (isWritten) onDone();
  };
  return (
    <>
      <Button
        why={why}
        onPointerEnter={() => void loadImport()}
        onFocus={() => void loadImport()}
        onClick={() => setOpen(true)}
      >
        <Upload size={16} aria-hidden />
        Импорт
      </Button>
      <Suspense>{isOpen && <ItemImport scope={scope} onClose={close} />}</Suspense>
    </>
  );
};
