import { useSelector } from "@xstate/react";
import { type ComponentProps, useId } from "react";
import { type NamedEntryDraft, reasonNotToCreate } from "#machines/directory/entryCreation.machine.ts";
import { failureText } from "../services/failureText.ts";
import { MutationProgress } from "../shared/MutationProgress.tsx";
import { useEmitted } from "../shared/useEmitted.ts";
import { Button } from "../ui/Button.tsx";
import { Chooser } from "../ui/Chooser.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorBox } from "../ui/ErrorBox.tsx";
import { TextField } from "../ui/TextField.tsx";
import type { EntryCreation } from "./useEntryCreation.ts";

const progressTexts = {
  sending: "Сохраняем…",
  verifying: "Проверяем, сохранено ли",
  notRecorded: "Не сохранено. Отправить ещё раз?",
};

const CreationDialog = <Draft extends NamedEntryDraft>({
  actor,
  title,
}: Pick<EntryCreation<Draft>, "actor" | "title">) => {
  const state = useSelector(actor, (snapshot) => snapshot);
  const formId = useId();
  const { draft, failure } = state.context;
  const { save } = state.children;
  const isBusy = state.hasTag("busy");
  const cancel = () => actor.send({ type: "creation.cancel" });
  const nameError = failure?.errors["name"];
  const message = nameError === undefined ? failureText(failure) : undefined;
  const busyReason = isBusy && "Сохраняется";
  return (
    <Dialog
      title={title}
      onClose={cancel}
      actions={
        <>
          <Button why={!state.can({ type: "creation.cancel" }) && busyReason} onClick={cancel}>
            Отмена
          </Button>
          <Button
            kind="primary"
            type="submit"
            form={formId}
            why={busyReason || (draft && reasonNotToCreate(draft) && "Укажите название")}
          >
            Создать
          </Button>
        </>
      }
    >
      {save && <MutationProgress mutation={save} texts={progressTexts} />}
      {!save && (
        <form
          id={formId}
          noValidate
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            // React events bubble from the dialog to the form that opened the dialog. That form must not be saved.
            event.stopPropagation();
            actor.send({ type: "creation.submit" });
          }}
        >
          {message && <ErrorBox message={message} />}
          <TextField
            label="Название"
            isRequired
            data-autofocus
            error={nameError}
            value={draft?.name ?? ""}
            onText={(name) => actor.send({ type: "name.change", name })}
          />
        </form>
      )}
    </Dialog>
  );
};

const OpenChooser = <Draft extends NamedEntryDraft>({
  creation: { actor, title, draftOf },
  ...chooser
}: ComponentProps<typeof Chooser> & { creation: EntryCreation<Draft> }) => {
  const isOpen = useSelector(actor, (state) => !state.matches("closed"));
  useEmitted(actor, { "entry.created": ({ id }) => chooser.onChoose(id) });
  return (
    <>
      <Chooser
        {...chooser}
        create={{
          label: `${title}…`,
          isDialogOpen: isOpen,
          onCreate: (name) => actor.send({ type: "creation.open", draft: draftOf(name) }),
        }}
      />
      {isOpen && <CreationDialog actor={actor} title={title} />}
    </>
  );
};

/**
 * Select field for long lists. An additional option creates an entry with the typed text as its name, and chooses this
 * entry. Without `creation`, the field has no such option.
 */
export const CreatableChooser = <Draft extends NamedEntryDraft>({
  creation,
  ...chooser
}: ComponentProps<typeof Chooser> & { creation: EntryCreation<Draft> | undefined }) =>
  creation ? <OpenChooser {...chooser} creation={creation} /> : <Chooser {...chooser} />;
