import { useSelector } from "@xstate/react";
import { Suspense, useEffect, useRef } from "react";
import type { Failure } from "#machines/core/failure.ts";
import { useCurrentCompanyId } from "../../../routing/currentCompany.ts";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { usePermissions } from "../../../services/context.ts";
import { failureText } from "../../../services/failureText.ts";
import { Button } from "../../../ui/Button.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Link } from "../../../ui/Link.tsx";
import { Note } from "../../../ui/Note.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { noticeText } from "./noticeText.ts";
import type { OnStops } from "./pickerChoice.ts";
import { StopNote } from "./StopNote.tsx";
import { useEditor, useEditorActor } from "./useEditor.ts";

const SlowSave = lazyComponent("SlowSave", () => import("./SlowSave.tsx"));

const overlapNames: Readonly<Record<string, string>> = {
  phone: "телефон",
  date: "время",
  address: "адрес",
  deliveryPhone: "телефон доставки",
  change: "сдача",
  persons: "персоны",
  note: "комментарий",
  discount: "скидка",
};

const Doubt = () => {
  const editor = useEditorActor();
  const save = useEditor(({ children }) => children.save);
  const isVerifying = useSelector(save, (mutation) => mutation?.matches("verifying") ?? false);
  const verify = useRef<HTMLButtonElement>(null);
  useEffect(() => verify.current?.focus(), []);
  return (
    <Note>
      <Spinner label="Проверяем" />
      <div className="min-w-0 flex-1">
        <strong className="block font-semibold">Проверяем, сохранён ли заказ</strong>
        Сервер не ответил. Заказ не пропал и не будет сохранён дважды: мы спрашиваем сервер ещё раз.
      </div>
      <Button ref={verify} why={isVerifying && "Уже спрашиваем"} onClick={() => editor.send({ type: "order.verify" })}>
        Спросить сейчас
      </Button>
      <Button onClick={() => editor.send({ type: "order.edit" })}>Вернуться к заказу</Button>
      <Button onClick={() => editor.send({ type: "leave.ask", to: null })}>Вернуться позже</Button>
    </Note>
  );
};

const DUPLICATE =
  "Этот заказ уже сохранён таким, каким вы отправили его в первый раз. Найдите его в открытых заказах и внесите изменения там, а этот черновик удалите.";

const messageOf = (failure: Failure): string | undefined =>
  failure.kind === "keyReused" ? DUPLICATE : failureText(failure);

const Refusal = () => {
  const editor = useEditorActor();
  const failure = useEditor(({ context }) => context.failure);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) box.current?.scrollIntoView({ block: "nearest" });
  }, [failure]);
  if (!failure) return null;
  return (
    <div ref={box} className="scroll-mt-16">
      <ErrorBox message={messageOf(failure)}>
        <Button kind="ghost" onClick={() => editor.send({ type: "failure.dismiss" })}>
          Понятно
        </Button>
      </ErrorBox>
    </div>
  );
};

const Outdated = () => {
  const hasMenu = useEditor(({ context }) => context.menu.items.length > 0);
  return (
    <Note>
      {hasMenu
        ? "Сервер не отвечает. Меню и скидки показаны, какими были в прошлый раз; нынешние появятся сами."
        : "Сервер не отвечает. Телефон и адрес можно записывать, меню появится само."}
    </Note>
  );
};

/** Note that the company has no dishes, with a link to the menu for users who may edit dishes. */
const EmptyMenu = () => {
  const companyId = useCurrentCompanyId();
  const mayEdit = usePermissions(companyId)("catalogue.edit");
  return (
    <Note>
      <span className="flex-1">Меню пусто.{!mayEdit && " Блюда добавляет тот, кто ведёт каталог."}</span>
      {mayEdit && (
        <Link href={`/Company/${companyId}/Item`} className="btn btn-plain">
          Добавить блюда
        </Link>
      )}
    </Note>
  );
};

/**
 * Notes above the order form: about the menu, the save, dishes in the stop list, a merge with conflicts, the limits of
 * an order, a failed or incomplete repetition of an earlier order, and failed storage of the draft.
 */
export const EditorNotes = ({ onStops }: { onStops: OnStops }) => {
  const editor = useEditorActor();
  const isDoubtful = useEditor((snapshot) => snapshot.matches({ saving: "doubting" }));
  const isSending = useEditor((snapshot) => snapshot.matches({ saving: "sending" }));
  const isCurrent = useEditor(({ context }) => context.isCurrent);
  const notice = useEditor(({ context }) => context.notice);
  const overlaps = useEditor(({ context }) => context.overlaps);
  const lines = useEditor(({ context }) => context.draft.lines);
  const hasMenu = useEditor(({ context }) => context.menu.items.length > 0);
  const isNew = useEditor(({ context }) => context.order === null);
  const isKept = useEditor(({ context }) => context.isKept);
  const names = overlaps.map((name) => overlapNames[name] ?? lines.find(({ key }) => key === name)?.name ?? "позиция");
  return (
    <div className="grid gap-2 not-empty:mb-3">
      {!isCurrent && <Outdated />}
      {isCurrent && !hasMenu && <EmptyMenu />}
      {isDoubtful && <Doubt />}
      {isSending && (
        <Suspense>
          <SlowSave />
        </Suspense>
      )}
      <Refusal />
      <StopNote isNew={isNew} onStops={onStops} />
      {names.length > 0 && (
        <Note>
          <span className="flex-1">Изменили оба, осталось ваше: {names.join(", ")}. Проверьте и сохраните.</span>
          <Button kind="ghost" onClick={() => editor.send({ type: "failure.dismiss" })}>
            Понятно
          </Button>
        </Note>
      )}
      {notice && (
        <Note>
          <span className="flex-1">{noticeText(notice)}</span>
          <Button kind="ghost" onClick={() => editor.send({ type: "notice.dismiss" })}>
            Понятно
          </Button>
        </Note>
      )}
      {!isKept && (
        <Note>Черновик не удаётся сохранить на этом компьютере: не закрывайте страницу до сохранения заказа.</Note>
      )}
    </div>
  );
};
