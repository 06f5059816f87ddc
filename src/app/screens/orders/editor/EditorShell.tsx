import { Suspense, useEffect } from "react";
import { useLocation } from "wouter";
import type { Order } from "#machines/queries/order.ts";
import { ErrorBoundary } from "../../../routing/ErrorBoundary.tsx";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { failureText } from "../../../services/failureText.ts";
import { useWayBack } from "../../../shared/useLeaveGuard.ts";
import { useTitle } from "../../../shared/useTitle.ts";
import { Button } from "../../../ui/Button.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Link } from "../../../ui/Link.tsx";
import { toast } from "../../../ui/toast.ts";
import { Waiting } from "../../../ui/Waiting.tsx";
import { EditorForm } from "./EditorForm.tsx";
import { EditorSkeleton } from "./EditorSkeleton.tsx";
import { type EditorSnapshot, useEditor, useEditorActor } from "./useEditor.ts";
import { useTypedDigits } from "./useTypedDigits.ts";

const EditorDialogs = lazyComponent("EditorDialogs", () => import("./EditorDialogs.tsx"));
const NoForm = lazyComponent("NoForm", () => import("./NoForm.tsx"));

type View = "opening" | "failed" | "unknown" | "closed" | "uneditable" | "form";

const viewOf = (snapshot: EditorSnapshot): View => {
  const withoutForm = (["opening", "failed", "unknown", "closed", "uneditable"] as const).find((state) =>
    snapshot.matches(state),
  );
  return withoutForm ?? "form";
};

const FAILED = "Не удалось открыть заказ";

const Failed = ({ companyId }: { companyId: number }) => {
  useTitle(FAILED);
  useWayBack(`/Company/${companyId}`, "К открытым заказам");
  const editor = useEditorActor();
  const failure = useEditor(({ context }) => context.failure);
  return (
    <>
      <h1 className="mb-3">{FAILED}</h1>
      <ErrorBox message={`${failureText(failure ?? undefined)} Набранное сохранено на этом компьютере.`}>
        <Button onClick={() => editor.send({ type: "open.retry" })}>Повторить</Button>
        <Link href={`/Company/${companyId}`} className="btn btn-plain">
          К открытым заказам
        </Link>
      </ErrorBox>
    </>
  );
};

interface SavedProps {
  order: Order;
  /** Path of the order's company. */
  path: string;
}

/** Message that the order is saved, with a link to the order. It is shown until the code of the dialogs is loaded. */
const SavedNote = ({ order, path }: SavedProps) => (
  <p role="status" className="card mb-3">
    Заказ № {order.internalId} сохранён.{" "}
    <Link className="text-accent underline" href={`${path}/Order/${order.id}`}>
      Открыть заказ
    </Link>
  </p>
);

/**
 * Component without content that opens the saved order if the code of the dialogs failed to load. A reload then shows
 * the order instead of an empty form.
 */
const OpenSaved = ({ order, path }: SavedProps) => {
  const [, navigate] = useLocation();
  useEffect(() => {
    toast(`Заказ № ${order.internalId} сохранён`);
    navigate(`${path}/Order/${order.id}`, { replace: true });
  }, [order, path, navigate]);
  return null;
};

/** Props of the editor screen's content. */
export interface EditorShellProps {
  companyId: number;
  orderId: number | null;
  /** Opens the editor for another new order. */
  onNext: () => void;
  /** Parks the order and opens another new one. Absent for a saved order. */
  onPark?: (() => void) | undefined;
}

/**
 * Content of the editor screen. Depending on the machine's state, this is a skeleton, an error, a message that there is
 * nothing to edit, or the form with its dialogs.
 */
export const EditorShell = ({ companyId, orderId, onNext, onPark }: EditorShellProps) => {
  const view = useEditor(viewOf);
  const saved = useEditor((snapshot) => (snapshot.matches("saved") ? snapshot.context.saved : null));
  const companyPath = `/Company/${companyId}`;
  useTypedDigits(useEditorActor(), view !== "form");
  if (view === "opening") return <EditorSkeleton isNew={orderId === null} />;
  if (view === "failed") return <Failed companyId={companyId} />;
  if (view !== "form")
    return (
      <Suspense fallback={<Waiting />}>
        <NoForm view={view} companyId={companyId} orderId={orderId} />
      </Suspense>
    );
  return (
    <>
      <ErrorBoundary resetKey={companyPath} fallback={saved && <OpenSaved order={saved} path={companyPath} />}>
        <Suspense fallback={saved && <SavedNote order={saved} path={companyPath} />}>
          <EditorDialogs companyId={companyId} onNext={onNext} />
        </Suspense>
      </ErrorBoundary>
      <EditorForm companyId={companyId} orderId={orderId} onPark={onPark} />
    </>
  );
};
