import { valibotResolver } from "@hookform/resolvers/valibot";
import { useSelector } from "@xstate/react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from "react-hook-form";
import type { GenericSchema } from "valibot";
import type { Fact } from "#machines/resource/resource.ts";
import type { Opening } from "#machines/resource/resourceEditor.machine.ts";
import { useCommands } from "../commands.ts";
import { newKey } from "../newKey.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorBox } from "../ui/ErrorBox.tsx";
import { Link } from "../ui/Link.tsx";
import { Note } from "../ui/Note.tsx";
import { toast } from "../ui/toast.ts";
import { useLeaveGuard } from "../useLeaveGuard.ts";
import { ConflictDialog, LeaveDialog } from "./EditorDialogs.tsx";
import type { EditorActor } from "./useEditor.ts";

/** One key an intent: the same draft sent again carries the key of before, so that no answer never makes two entries. */
const useIntentKey = () => {
  const last = useRef({ text: "", key: "" });
  return (draft: unknown): string => {
    const text = JSON.stringify(draft);
    if (text !== last.current.text) last.current = { text, key: newKey() };
    return last.current.key;
  };
};

const isField = <Draft extends FieldValues>(name: string, draft: Draft): name is Path<Draft> =>
  (name.split(".")[0] ?? "") in draft;

/** The fields of an entry and the bar under them; fields are the form's, states the machine's. */
export const EditorForm = <Draft extends FieldValues, Known>({
  editor,
  opening,
  schema,
  returnTo,
  refusedTitle,
  why,
  describe,
  children,
}: {
  editor: EditorActor<Draft, Known>;
  opening: Opening<Draft, Known>;
  schema: GenericSchema<Draft, Draft>;
  returnTo: string;
  refusedTitle: string;
  why: string | undefined;
  describe: ((draft: Draft, known: Known) => readonly Fact[]) | undefined;
  children: (form: UseFormReturn<Draft>, known: Known) => ReactNode;
}) => {
  const state = useSelector(editor, (snapshot) => snapshot);
  const { refusal, theirs } = state.context;
  const { draft } = opening.opened;
  const form = useForm<Draft>({
    resolver: valibotResolver(schema),
    defaultValues: draft as DefaultValues<Draft>,
  });
  const { isDirty } = form.formState;
  const [replaced, setReplaced] = useState(0);
  const keyFor = useIntentKey();
  const isBusy = state.hasTag("busy");
  const submit = () =>
    void form.handleSubmit((values) =>
      editor.send({ type: "draft.submit", submitted: { draft: values, key: keyFor(values) } }),
    )();
  const whyNot = why ?? (isBusy ? "Сохраняется" : state.matches("saved") ? "Уже сохранено" : undefined);
  const mayLeave = () => {
    const now = editor.getSnapshot();
    // What is being sent is waited for: nobody would read the refusal of who has left.
    return now.status === "done" || !(isDirty || now.matches("saving"));
  };
  const goOn = useLeaveGuard(mayLeave, () =>
    editor.getSnapshot().matches("saving")
      ? toast("Запись сохраняется, подождите ответа.")
      : editor.send({ type: "leave.ask" }),
  );
  useCommands([{ title: "Сохранить", keys: "Ctrl+Enter", why: whyNot, run: submit }]);
  useEffect(() => {
    const { unsubscribe } = editor.on("draft.replaced", (event) => {
      form.reset(event.draft);
      setReplaced((times) => times + 1);
    });
    return unsubscribe;
  }, [editor, form]);
  useEffect(() => {
    for (const [name, message] of Object.entries(refusal?.errors ?? {}))
      if (isField(name, form.getValues())) form.setError(name, { type: "server", message }, { shouldFocus: true });
  }, [refusal, form]);
  const elsewhere = Object.entries(refusal?.errors ?? {}).filter(([name]) => !isField(name, draft));
  return (
    <form
      noValidate
      className="grid max-w-3xl gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (!whyNot) submit();
      }}
    >
      {why && <Note>{why}</Note>}
      {refusal && (
        <ErrorBox
          {...(!refusal.isFault && { title: refusedTitle })}
          message={[refusal.message, ...elsewhere.map(([, text]) => text)].join(" ")}
        >
          <Button onClick={() => editor.send({ type: "refusal.dismiss" })}>Понятно</Button>
        </ErrorBox>
      )}
      {/* Another's changes that were taken get fields of their own: a picture chosen before goes with the old ones. */}
      <fieldset key={replaced} disabled={why !== undefined} className="contents">
        {children(form, opening.known)}
      </fieldset>
      <div className="sticky bottom-0 z-10 -mx-1 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-1 py-3">
        <Button kind="primary" type="submit" keys="Ctrl+Enter" why={whyNot}>
          Сохранить
        </Button>
        <Link href={returnTo} className="btn btn-plain">
          Отмена
        </Link>
        {isBusy && <span role="status">Сохраняется…</span>}
      </div>
      {state.matches("leaving") && (
        <LeaveDialog
          onStay={() => editor.send({ type: "leave.stay" })}
          onGo={() => {
            editor.send({ type: "leave.go" });
            goOn();
          }}
        />
      )}
      {state.matches("conflicting") && theirs && (
        <ConflictDialog
          before={describe?.(draft, opening.known) ?? []}
          after={describe?.(theirs.draft, opening.known) ?? []}
          onTake={() => editor.send({ type: "theirs.take" })}
          onOverwrite={() => editor.send({ type: "theirs.overwrite", key: newKey() })}
          onLook={() => editor.send({ type: "theirs.look" })}
        />
      )}
    </form>
  );
};
