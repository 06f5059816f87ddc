import { valibotResolver } from "@hookform/resolvers/valibot";
import { useSelector } from "@xstate/react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { type DefaultValues, type FieldValues, type Path, type UseFormReturn, useForm } from "react-hook-form";
import type { GenericSchema } from "valibot";
import { formatDateTime } from "#domain/format.ts";
import type { BlockingIds, Failure } from "#machines/core/failure.ts";
import type { EditorOpening } from "#machines/directory/directoryEditor.machine.ts";
import { useCommands } from "../keyboard/commands.ts";
import { useCurrentCompanyId } from "../routing/currentCompany.ts";
import { useTimeZone } from "../services/context.ts";
import { failureText } from "../services/failureText.ts";
import { useEmitted } from "../shared/useEmitted.ts";
import { useLeaveGuard } from "../shared/useLeaveGuard.ts";
import { Button } from "../ui/Button.tsx";
import { ErrorBox } from "../ui/ErrorBox.tsx";
import { Link } from "../ui/Link.tsx";
import { Note } from "../ui/Note.tsx";
import { toast } from "../ui/toast.ts";
import { DirectoryConflictDialog, LeaveDialog } from "./EditorDialogs.tsx";
import type { Fact } from "./findDifferences.ts";
import type { DirectoryEditorActor } from "./useDirectoryEditor.ts";

const SAVED_BEFORE =
  "Запись уже сохранена такой, какой вы отправили её в первый раз: тогда не дошёл ответ сервера. Найдите её в списке и исправьте там.";

const saveFailureText = (failure: Failure, doubtText: string | undefined): string | undefined =>
  failure.kind === "keyReused" ? SAVED_BEFORE : failureText(failure, doubtText);

const isField = <Draft extends FieldValues>(name: string, draft: Draft): name is Path<Draft> =>
  (name.split(".")[0] ?? "") in draft;

/** Form of a directory entry. react-hook-form holds the field values, and the state machine controls the save. */
export const DirectoryForm = <Draft extends FieldValues, Choices>({
  editor,
  opening,
  schema,
  returnTo,
  doubtText,
  refusedTitle,
  why,
  describe,
  saveLabel,
  children,
}: {
  editor: DirectoryEditorActor<Draft, Choices>;
  opening: EditorOpening<Draft, Choices>;
  schema: GenericSchema<Draft, Draft>;
  returnTo: string;
  doubtText: string | undefined;
  refusedTitle: string;
  why: string | undefined;
  describe: ((draft: Draft, choices: Choices) => readonly Fact[]) | undefined;
  saveLabel: string;
  children: (form: UseFormReturn<Draft>, choices: Choices, blockingIds: BlockingIds | undefined) => ReactNode;
}) => {
  const state = useSelector(editor, (snapshot) => snapshot);
  const { failure, blockingIds, theirs, restored } = state.context;
  const { draft } = opening.opened;
  const form = useForm<Draft>({
    resolver: valibotResolver(schema),
    defaultValues: draft as DefaultValues<Draft>,
    shouldFocusError: false,
  });
  const { isDirty, submitCount } = form.formState;
  const element = useRef<HTMLFormElement>(null);
  const [replacements, setReplacements] = useState(0);
  const timeZone = useTimeZone(useCurrentCompanyId());
  const isBusy = state.hasTag("busy");
  const submit = () => void form.handleSubmit((draft) => editor.send({ type: "draft.submit", draft }))();
  const reason = why ?? (isBusy ? "Сохраняется" : state.matches("saved") ? "Уже сохранено" : undefined);
  const mayLeave = () => {
    const snapshot = editor.getSnapshot();
    // Unsaved changes need the user's confirmation. During a save the user cannot leave at all, because the server's
    // refusal would be shown only on this screen.
    return snapshot.matches("saved") || snapshot.matches("left") || !(isDirty || snapshot.matches("saving"));
  };
  const resumeNavigation = useLeaveGuard(mayLeave, () =>
    editor.getSnapshot().matches("saving")
      ? toast("Запись сохраняется, подождите ответа.")
      : editor.send({ type: "leave.ask" }),
  );
  useCommands([{ title: saveLabel, keys: "Ctrl+Enter", why: reason, run: submit }]);
  useEmitted(editor, {
    "draft.replaced": (event) => {
      form.reset(event.draft);
      setReplacements((times) => times + 1);
    },
    "draft.merged": (event) => {
      form.reset(event.base);
      form.reset(event.draft, { keepDefaultValues: true });
      setReplacements((times) => times + 1);
    },
  });
  const showRestored = useEffectEvent(() => {
    if (!restored) return;
    form.reset(restored.draft, { keepDefaultValues: true });
    setReplacements((times) => times + 1);
  });
  useEffect(() => {
    showRestored();
    const { unsubscribe } = form.watch((values) => editor.send({ type: "draft.change", draft: values }));
    return unsubscribe;
  }, [form, editor]);
  // react-hook-form focuses only fields that are registered with an element. A `Chooser` is not registered with one, so
  // the first invalid field is focused here.
  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [submitCount]);
  useEffect(() => {
    for (const [name, message] of Object.entries(failure?.errors ?? {}))
      if (isField(name, form.getValues())) form.setError(name, { type: "server", message }, { shouldFocus: true });
  }, [failure, form]);
  const otherErrors = Object.entries(failure?.errors ?? {}).filter(([name]) => !isField(name, draft));
  return (
    <form
      ref={element}
      noValidate
      className="grid max-w-3xl gap-3 min-[1700px]:has-[.form-columns>.card~.card]:max-w-none"
      onSubmit={(event) => {
        event.preventDefault();
        if (!reason) submit();
      }}
    >
      {why && <Note>{why}</Note>}
      {restored && !state.matches("saved") && (
        <Note tone="info">
          <span className="min-w-0 flex-1">
            Здесь то, что вы не успели сохранить {formatDateTime(new Date(restored.savedAt), timeZone)}.
          </span>
          <Button onClick={() => editor.send({ type: "restored.discard" })}>Отбросить</Button>
        </Note>
      )}
      {failure && (
        <ErrorBox
          {...(failure.kind === "refused" && { title: refusedTitle })}
          message={[saveFailureText(failure, doubtText), ...otherErrors.map(([, text]) => text)].join(" ")}
        >
          <Button onClick={() => editor.send({ type: "failure.dismiss" })}>Понятно</Button>
        </ErrorBox>
      )}
      {/* `form.reset` changes only the values. The key also resets the fields' own state, such as a chosen picture. */}
      <fieldset key={replacements} disabled={why !== undefined} className="form-columns">
        {children(form, opening.choices, blockingIds)}
      </fieldset>
      <div className="sticky bottom-(--calls) z-10 -mx-1 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-1 py-3">
        <Button kind="primary" type="submit" keys="Ctrl+Enter" why={reason}>
          {saveLabel}
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
            resumeNavigation();
          }}
        />
      )}
      {state.matches("conflicting") && theirs && (
        <DirectoryConflictDialog
          before={describe?.(draft, opening.choices) ?? []}
          after={describe?.(theirs.draft, opening.choices) ?? []}
          why={why}
          onMerge={theirs.merged && (() => editor.send({ type: "theirs.merge" }))}
          onTake={() => editor.send({ type: "theirs.take" })}
          onOverwrite={() => editor.send({ type: "theirs.overwrite" })}
          onLook={() => editor.send({ type: "theirs.look" })}
        />
      )}
    </form>
  );
};
