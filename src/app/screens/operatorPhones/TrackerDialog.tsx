import { Suspense } from "react";
import { lazyComponent } from "../../routing/lazyComponent.ts";
import { CopyDialog } from "../../ui/CopyDialog.tsx";

const QrCode = lazyComponent("QrCode", () => import("../../ui/QrCode.tsx"));

/** Dialog with a QR code that opens the phone connection guide, and a text to copy. */
export const TrackerDialog = ({
  title,
  instructions,
  link,
  label,
  text,
  onClose,
}: {
  title: string;
  instructions: string;
  link: string;
  label: string;
  text: string;
  onClose: () => void;
}) => (
  <CopyDialog title={title} label={label} text={text} onClose={onClose}>
    <p className="mb-3">{instructions}</p>
    <div className="mb-3 grid min-h-48 place-items-center">
      <Suspense fallback={<span className="text-muted">Рисуем код…</span>}>
        <QrCode text={link} label="QR-код страницы о подключении телефона" />
      </Suspense>
    </div>
  </CopyDialog>
);
