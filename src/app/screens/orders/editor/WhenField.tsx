import { CalendarClock } from "lucide-react";
import { type KeyboardEvent, Suspense, useEffect, useEffectEvent, useRef, useState } from "react";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { useServices } from "../../../services/context.ts";
import { Field } from "../../../ui/Field.tsx";
import { DUE_MINUTE_MS, formatDue, useLeadTime } from "./dueTime.ts";
import { problemText } from "./editorTexts.ts";
import { focusNextField, useEditor, useEditorActor } from "./useEditor.ts";

const load = () => import("./WhenPicker.tsx");
const WhenPicker = lazyComponent("WhenPicker", load);

/**
 * Field for the due time. An empty field means "now". The user types "14:30", "22.11 14:30" or "+40" (minutes), or
 * picks a time in a calendar.
 */
export const WhenField = ({ companyId, timeZone }: { companyId: number; timeZone: string }) => {
  const editor = useEditorActor();
  const { now } = useServices();
  const soonest = useLeadTime(companyId, timeZone)(now());
  const date = useEditor(({ context }) => context.draft.date);
  const dateText = useEditor(({ context }) => context.draft.dateText);
  const error = useEditor(({ context }) => problemText(context.problems.dateText ?? context.problems.date));
  const isPast = date !== null && Date.parse(date) < now() - DUE_MINUTE_MS;
  const [isTyping, setTyping] = useState(false);
  const [isPicking, setPicking] = useState(false);
  const box = useRef<HTMLFieldSetElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const reader = useRef<typeof import("./readMoment.ts")>(undefined);
  const set = (value: string | null) => editor.send({ type: "draft.date", date: value });
  const fetchReader = async () => {
    reader.current = await import("./readMoment.ts").catch(() => undefined);
  };
  // A tap on "Сохранить" blurs the field and saves in the same task, so the text must be parsed synchronously if the
  // code of the parser is loaded.
  const read = () => {
    setTyping(false);
    const moment = reader.current?.readMoment(dateText, timeZone, now());
    if (moment) set(moment === "now" ? null : moment.instant);
    else editor.send({ type: "date.misread" });
  };
  const commit = async () => {
    if (dateText === "") return setTyping(false);
    if (!reader.current) await fetchReader();
    read();
  };
  const type = (text: string) => {
    setTyping(true);
    if (text === "") set(null);
    else editor.send({ type: "draft.type", field: "dateText", text });
  };
  // A restored draft may contain typed text that has not been parsed yet.
  const isUnparsed = dateText !== "" && !isTyping;
  const parseRestored = useEffectEvent(() => void commit());
  useEffect(() => {
    if (isUnparsed) parseRestored();
  }, [isUnparsed]);
  const close = () => {
    setPicking(false);
    input.current?.focus();
  };
  const save = () => editor.send({ type: "order.save", at: new Date(now()).toISOString() });
  const press = (event: KeyboardEvent) => {
    if (event.key === "ArrowDown" && !event.ctrlKey) setPicking(true);
    else if (event.key === "Escape" && isPicking) close();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void commit().then(save);
    else if (event.key === "Enter") focusNextField(event.target);
    else return;
    event.preventDefault();
  };
  return (
    <Field label="Когда" error={isTyping ? undefined : error} hint={isPast && "Это время уже прошло."}>
      {(control) => (
        <fieldset
          ref={box}
          className="relative block"
          onBlur={(event) => {
            if (!box.current?.contains(event.relatedTarget)) setPicking(false);
          }}
        >
          <input
            {...control}
            ref={input}
            type="text"
            autoComplete="off"
            className="field pr-8"
            data-walk=""
            placeholder={soonest ? `сейчас, к ${soonest}` : "сейчас"}
            title="14:30, 22.11 14:30 или +40; пусто — сейчас"
            value={dateText || formatDue(date, timeZone, now())}
            onChange={(event) => type(event.target.value)}
            onFocus={() => void Promise.all([load(), fetchReader()]).catch(() => {})}
            onBlur={() => void commit()}
            onKeyDown={press}
          />
          <button
            type="button"
            aria-label="Выбрать дату и время"
            aria-expanded={isPicking}
            title="Выбрать дату и время (↓)"
            className="absolute inset-y-0 right-1 flex w-7 pointer-coarse:w-9 items-center justify-center text-muted"
            onPointerEnter={() => void load()}
            onClick={() => setPicking(!isPicking)}
          >
            <CalendarClock size={16} aria-hidden />
          </button>
          {isPicking && (
            <Suspense>
              <WhenPicker
                date={date}
                timeZone={timeZone}
                now={now()}
                onPick={(value) => {
                  set(value);
                  close();
                }}
                onClose={close}
              />
            </Suspense>
          )}
        </fieldset>
      )}
    </Field>
  );
};
