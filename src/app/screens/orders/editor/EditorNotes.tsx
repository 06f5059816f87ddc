import { useEffect, useRef } from "react";
import { Button } from "../../../ui/Button.tsx";
import { ErrorBox } from "../../../ui/ErrorBox.tsx";
import { Note } from "../../../ui/Note.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { useEditor, useEditorActor } from "./useEditor.ts";

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
  const message = useEditor(({ context }) => context.doubt);
  const isAsking = useEditor((snapshot) => snapshot.matches("sending"));
  const ask = useRef<HTMLButtonElement>(null);
  useEffect(() => ask.current?.focus(), []);
  return (
    <Note>
      <Spinner label="Проверяем" />
      <div className="min-w-0 flex-1">
        <strong className="block font-semibold">Проверяем, сохранён ли заказ</strong>
        {message} Заказ не пропал и не будет сохранён дважды: мы спрашиваем сервер ещё раз.
      </div>
      <Button ref={ask} why={isAsking && "Уже спрашиваем"} onClick={() => editor.send({ type: "order.ask" })}>
        Спросить сейчас
      </Button>
      <Button why={isAsking && "Ждём ответа сервера"} onClick={() => editor.send({ type: "leave.ask", to: null })}>
        Вернуться позже
      </Button>
    </Note>
  );
};

const Refusal = () => {
  const editor = useEditorActor();
  const refusal = useEditor(({ context }) => context.refusal);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal) box.current?.scrollIntoView({ block: "nearest" });
  }, [refusal]);
  if (!refusal) return null;
  return (
    <div ref={box} className="scroll-mt-16">
      <ErrorBox message={refusal.message}>
        <Button kind="ghost" onClick={() => editor.send({ type: "refusal.close" })}>
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

/** What has to be known above the form: the age of the menu, doubt, refusal, what a merge left to look at. */
export const EditorNotes = () => {
  const editor = useEditorActor();
  const isDoubtful = useEditor((snapshot) => snapshot.hasTag("doubtful"));
  const isCurrent = useEditor(({ context }) => context.isCurrent);
  const notice = useEditor(({ context }) => context.notice);
  const overlaps = useEditor(({ context }) => context.overlaps);
  const lines = useEditor(({ context }) => context.draft.lines);
  const isKept = useEditor(({ context }) => context.isKept);
  const names = overlaps.map((name) => overlapNames[name] ?? lines.find(({ key }) => key === name)?.name ?? "позиция");
  return (
    <div className="grid gap-2 not-empty:mb-3">
      {!isCurrent && <Outdated />}
      {isDoubtful && <Doubt />}
      <Refusal />
      {names.length > 0 && (
        <Note>
          <span className="flex-1">Изменили оба, осталось ваше: {names.join(", ")}. Проверьте и сохраните.</span>
          <Button kind="ghost" onClick={() => editor.send({ type: "refusal.close" })}>
            Понятно
          </Button>
        </Note>
      )}
      {notice && (
        <Note>
          <span className="flex-1">{notice}</span>
          <Button kind="ghost" onClick={() => editor.send({ type: "notice.close" })}>
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
