import { useSelector } from "@xstate/react";
import { type ReactNode, useEffect } from "react";
import { useForm } from "react-hook-form";
import { displaySettingsActors } from "#machines/shell/displaySettings.actors.ts";
import { displaySettingsMachine } from "#machines/shell/displaySettings.machine.ts";
import { readSetting, settingsOf } from "#machines/shell/settings.ts";
import { useServices } from "../services/context.ts";
import { failureText } from "../services/failureText.ts";
import { Button } from "../ui/Button.tsx";
import { Dialog } from "../ui/Dialog.tsx";
import { ErrorBox } from "../ui/ErrorBox.tsx";
import { Field } from "../ui/Field.tsx";
import { settingLabels } from "./settingTexts.ts";
import { useProvidedActor } from "./useProvidedActor.ts";

/** Dialog 'Настройки отображения' (display settings) of a module (platform, section 2). */
export const DisplaySettings = ({
  module,
  onClose,
  head,
}: {
  module: string;
  onClose: () => void;
  /** Content above the setting fields. */
  head?: ReactNode;
}) => {
  const { api, shell } = useServices();
  const saved = useSelector(shell, ({ context }) => context.settings);
  const settings = settingsOf(module, saved);
  const dialog = useProvidedActor(displaySettingsMachine, () => displaySettingsActors(api), { module });
  const state = useSelector(dialog, (snapshot) => snapshot);
  const { register, handleSubmit, setValue } = useForm<Record<string, string>>({
    defaultValues: Object.fromEntries(settings.map(({ name, value }) => [name, String(value)])),
  });
  useEffect(() => {
    if (state.status !== "done") return;
    if (state.output.saved) shell.send({ type: "settings.saved", settings: state.output.saved });
    onClose();
  }, [state, shell, onClose]);
  const submit = handleSubmit((texts) =>
    dialog.send({
      type: "settings.submit",
      values: Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, readSetting(text)])),
    }),
  );
  return (
    <Dialog
      title="Настройки отображения"
      onClose={() => dialog.send({ type: "dialog.close" })}
      actions={
        <>
          <Button onClick={() => dialog.send({ type: "dialog.close" })}>Не сохранять</Button>
          <Button kind="primary" why={state.hasTag("busy") && "Сохраняется"} onClick={() => void submit()}>
            Сохранить
          </Button>
        </>
      }
    >
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {state.context.failure && <ErrorBox message={failureText(state.context.failure)} />}
        {head}
        {settings.map(({ name }) => (
          <Field key={name} label={settingLabels[name]} hint="Целое число от 1 до 1000">
            {(control) => (
              <input
                {...control}
                {...register(name, {
                  // When the field loses the focus, the number that will be saved replaces the typed text.
                  onBlur: ({ target }) => setValue(name, String(readSetting(target.value))),
                })}
                inputMode="numeric"
                className="field"
              />
            )}
          </Field>
        ))}
      </form>
    </Dialog>
  );
};
