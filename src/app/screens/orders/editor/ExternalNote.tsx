import { useState } from "react";
import { Button } from "../../../ui/Button.tsx";
import { Dialog, prefetchDialog } from "../../../ui/Dialog.tsx";
import { useEditor } from "./useEditor.ts";

const safeLink = (address: string | null | undefined): string | undefined =>
  address && /^https?:\/\//i.test(address) ? address : undefined;

/**
 * Button that opens a dialog with the note of an external system and the order's id in that system. The id is a link if
 * the order has a URL. Nothing is rendered if the order has neither a note nor data of an external system.
 */
export const ExternalNote = () => {
  const order = useEditor(({ context }) => context.order);
  const [isOpen, setOpen] = useState(false);
  const { externalNote, externalSystemInfo } = order ?? {};
  if (!externalNote && !externalSystemInfo) return null;
  const link = safeLink(externalSystemInfo?.orderUrl);
  return (
    <>
      <Button onPointerEnter={prefetchDialog} onFocus={prefetchDialog} onClick={() => setOpen(true)}>
        Примечание внешней системы
      </Button>
      {isOpen && (
        <Dialog title="Примечание внешней системы" onClose={() => setOpen(false)}>
          {externalSystemInfo && (
            <p className="mb-2 text-sm text-muted">
              {externalSystemInfo.name}, заказ{" "}
              {link ? (
                <a className="text-accent underline" href={link} target="_blank" rel="noreferrer">
                  {externalSystemInfo.id}
                </a>
              ) : (
                externalSystemInfo.id
              )}
            </p>
          )}
          <p className="wrap-anywhere whitespace-pre-wrap">{externalNote ?? "Примечания нет."}</p>
        </Dialog>
      )}
    </>
  );
};
