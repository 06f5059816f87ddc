import { type ReactNode, Suspense } from "react";
import { lazyComponent } from "../../routing/lazyComponent.ts";
import { CopyDialog } from "../../ui/CopyDialog.tsx";

const QrCode = lazyComponent("QrCode", () => import("../../ui/QrCode.tsx"));

/** Dialog with a link to the call tracker (a page that reports a phone's calls), as a QR code and as text. */
export const TrackerDialog = ({
  title,
  instructions,
  link,
  onClose,
}: {
  title: string;
  instructions: ReactNode;
  link: string;
  onClose: () => void;
}) => (
  <CopyDialog title={title} label="Ссылка" text={link} onClose={onClose}>
    <p className="mb-3">{instructions}</p>
    <div className="mb-3 grid min-h-48 place-items-center">
      <Suspense fallback={<span className="text-muted">Рисуем код…</span>}>
        <QrCode text={link} label="QR-код приложения телефона" />
      </Suspense>
    </div>
  </CopyDialog>
);
