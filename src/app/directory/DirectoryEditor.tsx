import { useSelector } from "@xstate/react";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { GenericSchema } from "valibot";
import { useLocation } from "wouter";
import type { BlockingIds } from "#machines/core/failure.ts";
import { type EditorOpening, reasonNotToSaveEntry } from "#machines/directory/directoryEditor.machine.ts";
import type { EditorDescriptor, Id } from "#machines/directory/types.ts";
import type { Permissions } from "#machines/session/permissions.ts";
import { useServices } from "../services/context.ts";
import { failureText } from "../services/failureText.ts";
import { withLastQuery } from "../shared/lastQuery.ts";
import { useWayBack } from "../shared/useLeaveGuard.ts";
import { useTitle } from "../shared/useTitle.ts";
import { Link } from "../ui/Link.tsx";
import { Note } from "../ui/Note.tsx";
import { toast } from "../ui/toast.ts";
import { DirectoryForm } from "./DirectoryForm.tsx";
import { directoryReasonText, useScopePermissions } from "./directoryPermissions.ts";
import type { Fact } from "./findDifferences.ts";
import { FormSkeleton, OpeningStates } from "./OpeningStates.tsx";
import { useDirectoryEditor } from "./useDirectoryEditor.ts";
import { useHistoryPath } from "./useHistoryPath.ts";

/** Props of a directory editor: the parts that differ between the directories. */
export interface DirectoryEditorProps<Scope, Draft extends FieldValues, Choices> {
  descriptor: EditorDescriptor<Scope, Draft, Choices>;
  scope: Scope;
  /** Id of the edited entry. Undefined for a new entry. */
  id: Id | undefined;
  title: string;
  /** Validation schema of the form. */
  schema: GenericSchema<Draft, Draft>;
  /**
   * Path that opens after "Save" or "Cancel". A list opens with its last filters and page, except after the creation of
   * an entry.
   */
  returnTo: string;
  /** Returns the path that opens after a save. If this function is absent, `returnTo` opens. */
  openSaved?: (id: Id) => string;
  /**
   * Returns the values of a draft as readable text. The conflict dialog uses these texts to show the changes of another
   * user.
   */
  describe?: (draft: Draft, choices: Choices) => readonly Fact[];
  /** Permissions of the user. By default, the permissions in the company of the scope. */
  permissions?: Permissions;
  /** Reason that is shown for an entry that the descriptor locks. */
  lockedText?: string;
  /** Called after a save with the id of the entry. */
  onSaved?: (id: Id | undefined) => void;
  /** Label of the button that saves. */
  saveLabel?: string;
  /** Returns the text of the toast that is shown after a save. */
  savedText?: (id: Id | undefined) => string;
  /** Message for a save with an unknown outcome. */
  doubtText?: string | undefined;
  /** Message for an entry that does not exist. */
  missingText?: string;
  /** Heading of the error box with the server's message. */
  refusedTitle?: string;
  /** Renders content above the form. This content is not part of the saved record. */
  above?: (opening: EditorOpening<Draft, Choices>) => ReactNode;
  /** Renders the fields of the form. `blockingIds` contains the ids of the records that prevented the last save. */
  children: (form: UseFormReturn<Draft>, choices: Choices, blockingIds: BlockingIds | undefined) => ReactNode;
}

const OpenedEditor = <Scope, Draft extends FieldValues, Choices>({
  descriptor,
  scope,
  id,
  title,
  schema,
  returnTo,
  openSaved,
  describe,
  permissions,
  lockedText = "",
  onSaved,
  saveLabel = "Сохранить",
  savedText = () => "Сохранено",
  doubtText,
  missingText = "Такой записи нет, или она вам не доступна.",
  refusedTitle = "Ошибка",
  above,
  children,
}: DirectoryEditorProps<Scope, Draft, Choices>) => {
  const ownPermissions = useScopePermissions(scope);
  const editor = useDirectoryEditor(descriptor, scope, id, permissions ?? ownPermissions);
  const state = useSelector(editor, (snapshot) => snapshot);
  const [location, navigate] = useLocation();
  const { opening, savedId, failure } = state.context;
  const openingState = (["opening", "failed", "missing"] as const).find((name) => state.matches(name));
  const isReopening = openingState === "opening" && opening !== undefined;
  const isSaved = state.matches("saved");
  const reason = reasonNotToSaveEntry(state.context);
  const historyPath = useHistoryPath();
  useTitle(title);
  const listPath = withLastQuery(returnTo);
  useWayBack(listPath);
  const leave = useEffectEvent(() => {
    // A filter could hide the new entry, so after its creation the list opens without the filter.
    const savedPath = id === undefined ? returnTo : listPath;
    const target = openSaved && savedId !== undefined ? openSaved(savedId) : savedPath;
    toast(savedText(savedId), target);
    onSaved?.(savedId);
    if (location === target) editor.send({ type: "entry.reopen" });
    else navigate(target);
  });
  useEffect(() => {
    if (isSaved) leave();
  }, [isSaved]);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <h1>{title}</h1>
        {historyPath && (
          <Link href={historyPath} className="text-sm text-accent hover:underline">
            История изменений
          </Link>
        )}
      </div>
      {isSaved && (
        <Note tone="info">
          {savedText(savedId)}
          <Link href={listPath} className="underline">
            К списку
          </Link>
        </Note>
      )}
      {openingState && !isReopening && (
        <OpeningStates
          state={openingState}
          error={openingState === "missing" ? missingText : failureText(failure)}
          isOffered={failure?.kind !== "notOffered"}
          listPath={returnTo}
          onRetry={() => editor.send({ type: "open.retry" })}
        />
      )}
      {opening && above?.(opening)}
      {opening && (
        <DirectoryForm
          editor={editor}
          opening={opening}
          schema={schema}
          returnTo={listPath}
          doubtText={doubtText}
          refusedTitle={refusedTitle}
          why={reason?.code === "locked" ? lockedText : directoryReasonText(reason, scope)}
          describe={describe}
          saveLabel={saveLabel}
        >
          {children}
        </DirectoryForm>
      )}
    </>
  );
};

/**
 * Editor screen of one directory entry. The scope may contain the time zone of the company, so the entry is opened after
 * the companies are loaded, and again if they are loaded only after a failed read. Its React `key` must contain the
 * scope and the id, because later changes of these props are ignored.
 */
export const DirectoryEditor = <Scope, Draft extends FieldValues, Choices>(
  props: DirectoryEditorProps<Scope, Draft, Choices>,
) => {
  const { shell } = useServices();
  const isLoading = useSelector(shell, (state) => state.matches("loading"));
  const isKnown = useSelector(shell, (state) => state.hasTag("known"));
  if (!isLoading) return <OpenedEditor key={String(isKnown)} {...props} />;
  return (
    <>
      <h1 className="mb-3">{props.title}</h1>
      <FormSkeleton />
    </>
  );
};
