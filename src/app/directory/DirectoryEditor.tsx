import { useSelector } from "@xstate/react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { GenericSchema } from "valibot";
import { useLocation } from "wouter";
import type { EditorOpening } from "#machines/directory/directoryEditor.machine.ts";
import type { EditorDescriptor, Id } from "#machines/directory/types.ts";
import { failureText } from "../services/failureText.ts";
import { useWayBack } from "../shared/useLeaveGuard.ts";
import { useTitle } from "../shared/useTitle.ts";
import { Link } from "../ui/Link.tsx";
import { Note } from "../ui/Note.tsx";
import { toast } from "../ui/toast.ts";
import { DirectoryForm } from "./DirectoryForm.tsx";
import type { Fact } from "./findDifferences.ts";
import { OpeningStates } from "./OpeningStates.tsx";
import { useDirectoryEditor } from "./useDirectoryEditor.ts";

/** Props in which the editors of directories differ. */
export interface DirectoryEditorProps<Scope, Draft extends FieldValues, Choices> {
  descriptor: EditorDescriptor<Scope, Draft, Choices>;
  scope: Scope;
  /** Without an id the editor creates an entry. */
  id: Id | undefined;
  title: string;
  /** Check of the fields before they are sent. */
  schema: GenericSchema<Draft, Draft>;
  /** Path that Save and Cancel lead to. */
  returnTo: string;
  /** Returns a draft in words, to show the changes of another user; only where the server counts versions. */
  describe?: (draft: Draft, choices: Choices) => readonly Fact[];
  /** Reason why the entry cannot be saved. */
  why?: (opening: EditorOpening<Draft, Choices>) => string | false | undefined;
  onSaved?: () => void;
  /** Toast after the save. */
  savedText?: (id: Id | undefined) => string;
  /** Text of a save whose outcome is unknown. */
  doubtText?: string | undefined;
  /** Text of an entry that does not exist. */
  missingText?: string;
  /** Heading of the box with the server's refusal. */
  refusedTitle?: string;
  children: (form: UseFormReturn<Draft>, choices: Choices) => ReactNode;
}

/** Editor of one entry of a directory. Needs a `key` of its scope and id, because both are read once. */
export const DirectoryEditor = <Scope, Draft extends FieldValues, Choices>({
  descriptor,
  scope,
  id,
  title,
  schema,
  returnTo,
  describe,
  why,
  onSaved,
  savedText = () => "Сохранено",
  doubtText,
  missingText = "Такой записи нет, или она вам не доступна.",
  refusedTitle = "Ошибка",
  children,
}: DirectoryEditorProps<Scope, Draft, Choices>) => {
  const editor = useDirectoryEditor(descriptor, scope, id);
  const state = useSelector(editor, (snapshot) => snapshot);
  const [location, navigate] = useLocation();
  const { opening, savedId, failure } = state.context;
  const openingState = (["opening", "failed", "missing"] as const).find((name) => state.matches(name));
  const isReopening = openingState === "opening" && opening !== undefined;
  const isSaved = state.matches("saved");
  useTitle(title);
  useWayBack(returnTo);
  const leave = useEffectEvent(() => {
    toast(savedText(savedId));
    onSaved?.();
    if (location === returnTo) editor.send({ type: "entry.reopen" });
    else navigate(returnTo);
  });
  useEffect(() => {
    if (isSaved) leave();
  }, [isSaved]);
  return (
    <>
      <h1 className="mb-3">{title}</h1>
      {isSaved && (
        <Note tone="info">
          {savedText(savedId)}
          <Link href={returnTo} className="underline">
            К списку
          </Link>
        </Note>
      )}
      {openingState && !isReopening && (
        <OpeningStates
          state={openingState}
          error={openingState === "missing" ? missingText : failureText(failure)}
          listPath={returnTo}
          onRetry={() => editor.send({ type: "open.retry" })}
        />
      )}
      {opening && (
        <DirectoryForm
          editor={editor}
          opening={opening}
          schema={schema}
          returnTo={returnTo}
          doubtText={doubtText}
          refusedTitle={refusedTitle}
          why={why?.(opening) || undefined}
          describe={describe}
        >
          {children}
        </DirectoryForm>
      )}
    </>
  );
};
