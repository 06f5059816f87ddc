import { useSelector } from "@xstate/react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { GenericSchema } from "valibot";
import { useLocation } from "wouter";
import type { Edited, Id } from "#machines/resource/resource.ts";
import type { Opening } from "#machines/resource/resourceEditor.machine.ts";
import { Link } from "../ui/Link.tsx";
import { Note } from "../ui/Note.tsx";
import { toast } from "../ui/toast.ts";
import { useWayBack } from "../useLeaveGuard.ts";
import { useTitle } from "../useTitle.ts";
import { EditorForm } from "./EditorForm.tsx";
import { OpeningStates } from "./OpeningStates.tsx";
import { useEditor } from "./useEditor.ts";

/** What the editor of a directory says; the rest is the same for all of them. */
export interface ResourceEditorProps<Scope, Draft extends FieldValues, Known> {
  resource: Edited<Scope, Draft, Known>;
  scope: Scope;
  /** Without it a new entry is made. */
  id: Id | undefined;
  title: string;
  /** What the fields must be before they are sent; the server checks again. */
  schema: GenericSchema<Draft, Draft>;
  /** Where Save and Cancel lead. */
  returnTo: string;
  /** Why the entry cannot be saved at all. */
  why?: (opening: Opening<Draft, Known>) => string | false | undefined;
  onSaved?: () => void;
  /** What is said when it is saved. */
  saidWhenSaved?: (id: Id | undefined) => string;
  /** The heading over what the server refused. */
  refusedTitle?: string;
  children: (form: UseFormReturn<Draft>, known: Known) => ReactNode;
}

/** The editor of a directory; give it a `key` of its scope and id, for it reads both once. */
export const ResourceEditor = <Scope, Draft extends FieldValues, Known>({
  resource,
  scope,
  id,
  title,
  schema,
  returnTo,
  why,
  onSaved,
  saidWhenSaved = () => "Сохранено",
  refusedTitle = "Ошибка",
  children,
}: ResourceEditorProps<Scope, Draft, Known>) => {
  const editor = useEditor(resource, scope, id);
  const state = useSelector(editor, (snapshot) => snapshot);
  const [, navigate] = useLocation();
  const { opening, savedId } = state.context;
  const isSaved = state.matches("saved");
  useTitle(title);
  useWayBack(returnTo);
  const leave = useEffectEvent(() => {
    toast(saidWhenSaved(savedId));
    onSaved?.();
    navigate(returnTo);
  });
  useEffect(() => {
    if (isSaved) leave();
  }, [isSaved]);
  return (
    <>
      <h1 className="mb-3">{title}</h1>
      {isSaved && (
        <Note tone="calm">
          {saidWhenSaved(savedId)}
          <Link href={returnTo} className="underline">
            К списку
          </Link>
        </Note>
      )}
      <OpeningStates editor={editor} listPath={returnTo} />
      {opening && (
        <EditorForm
          editor={editor}
          opening={opening}
          schema={schema}
          returnTo={returnTo}
          refusedTitle={refusedTitle}
          why={why?.(opening) || undefined}
          describe={resource.describe}
        >
          {children}
        </EditorForm>
      )}
    </>
  );
};
