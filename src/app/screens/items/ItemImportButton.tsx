import { Upload } from "lucide-react";
import { Suspense, useState } from "react";
import type { CatalogueScope } from "#machines/resources/catalogue.ts";
import { lazily } from "../../lazily.ts";
import { Button } from "../../ui/Button.tsx";

const load = () => import("./ItemImport.tsx");
const ItemImport = lazily("ItemImport", load);

/** Opens the import of dishes from a table; its code comes when the pointer or the focus is near. */
export const ItemImportButton = ({
  scope,
  why,
  onDone,
}: {
  scope: CatalogueScope;
  why: string | false;
  /** Something was written, and the dialog is closed. */
  onDone: () => void;
}) => {
  const [isOpen, setOpen] = useState(false);
  const close = (isWritten: boolean) => {
    setOpen(false);
    if (isWritten) onDone();
  };
  return (
    <>
      <Button why={why} onPointerEnter={() => void load()} onFocus={() => void load()} onClick={() => setOpen(true)}>
        <Upload size={16} aria-hidden />
        Импорт
      </Button>
      <Suspense>{isOpen && <ItemImport scope={scope} onClose={close} />}</Suspense>
    </>
  );
};
