import { type ReactNode, Suspense } from "react";
import { lazily } from "../../../lazily.ts";
import { Button } from "../../../ui/Button.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Link } from "../../../ui/Link.tsx";
import { EditorForm } from "./EditorForm.tsx";
import { EditorSkeleton } from "./EditorSkeleton.tsx";
import { type EditorSnapshot, useEditor, useEditorActor } from "./useEditor.ts";

const EditorDialogs = lazily("EditorDialogs", () => import("./EditorDialogs.tsx"));

type View = "opening" | "failed" | "unknown" | "closed" | "uneditable" | "form";

const viewOf = (snapshot: EditorSnapshot): View => {
  const dead = (["opening", "failed", "unknown", "closed", "uneditable"] as const).find((state) =>
    snapshot.matches(state),
  );
  return dead ?? "form";
};

const Page = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className="mx-auto mt-16 max-w-md text-center">
    <h1>{title}</h1>
    <p className="my-3 text-muted">{text}</p>
    <div className="flex flex-wrap justify-center gap-2">{children}</div>
  </section>
);

const Failed = () => {
  const editor = useEditorActor();
  const refusal = useEditor(({ context }) => context.refusal);
  return (
    <ErrorBox
      title="Не удалось открыть заказ"
      message={`${refusal?.message ?? "Сервер ответил непонятно."} Набранное раньше сохранено на этом компьютере.`}
    >
      <Button onClick={() => editor.send({ type: "open.retry" })}>Повторить</Button>
    </ErrorBox>
  );
};

const NotEditable = ({
  companyId,
  orderId,
  isClosed,
}: {
  companyId: number;
  orderId: number | null;
  isClosed: boolean;
}) => (
  <Page
    title={isClosed ? "Заказ закрыт" : "Заказ нельзя изменить"}
    text={isClosed ? "Закрытый заказ изменить нельзя." : "В нынешнем статусе заказ не редактируется."}
  >
    <Link className="btn btn-primary" href={`/Company/${companyId}/Order/${orderId}`}>
      Открыть заказ
    </Link>
    <Link className="btn btn-plain" href={`/Company/${companyId}`}>
      К открытым заказам
    </Link>
  </Page>
);

const Unknown = ({ companyId, orderId }: { companyId: number; orderId: number | null }) =>
  orderId === null ? (
    <Page title="Компания не найдена" text="Такой компании нет, или вы в ней не работаете.">
      <Link className="btn btn-primary" href="/">
        К моим компаниям
      </Link>
    </Page>
  ) : (
    <Page title="Заказ не найден" text="Такого заказа в этой компании нет. Проверьте номер.">
      <Link className="btn btn-primary" href={`/Company/${companyId}`}>
        К открытым заказам
      </Link>
    </Page>
  );

/** The editor as its machine stands: waiting, refused, or the form with what is asked above it. */
export const EditorShell = ({ companyId, orderId }: { companyId: number; orderId: number | null }) => {
  const view = useEditor(viewOf);
  if (view === "opening") return <EditorSkeleton isNew={orderId === null} />;
  if (view === "failed") return <Failed />;
  if (view === "unknown") return <Unknown companyId={companyId} orderId={orderId} />;
  if (view !== "form") return <NotEditable companyId={companyId} orderId={orderId} isClosed={view === "closed"} />;
  return (
    <>
      <EditorForm companyId={companyId} orderId={orderId} />
      <Suspense>
        <EditorDialogs companyId={companyId} />
      </Suspense>
    </>
  );
};
