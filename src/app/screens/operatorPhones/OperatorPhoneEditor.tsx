import { useState } from "react";
import { check, type GenericSchema, maxLength, object, pipe, string } from "valibot";
import { isValidPhone, normalizePhone } from "#domain/phone.ts";
import { type OperatorPhoneDraft, operatorPhoneEditor } from "#machines/directory/descriptors/operatorPhones.ts";
import { useHasExtensionFields } from "../../services/useIsOffered.ts";
import { useOneTimeSecrets } from "../../shared/useOneTimeSecret.ts";
import { ColourPicker } from "../../ui/ColourPicker.tsx";
import { Field } from "../../ui/Field.tsx";
import { colourSchema } from "../configuration/configurationParts.tsx";
import { EntryEditor, type EntryRoute } from "../configuration/EntryEditor.tsx";
import { describeOperatorPhone } from "./describeOperatorPhone.ts";

const schema: GenericSchema<OperatorPhoneDraft, OperatorPhoneDraft> = object({
  number: pipe(
    string(),
    check(
      (number) => isValidPhone(number) || /^\d{2,6}$/.test(normalizePhone(number)),
      "Укажите 10 или 11 цифр, плюс и 11 или 12 цифр, или внутренний номер из 2–6 цифр.",
    ),
  ),
  color: colourSchema,
  name: pipe(string(), maxLength(200, "Не длиннее 200 знаков.")),
});

/**
 * Form of an operator phone. The token of a new phone is shown only once, above the list of phones that opens after the
 * save.
 */
export const OperatorPhoneEditor = (route: EntryRoute) => {
  const secrets = useOneTimeSecrets();
  const hasName = useHasExtensionFields();
  const [descriptor] = useState(() =>
    operatorPhoneEditor(({ number, token }) => secrets.issue({ kind: "phoneToken", holder: number }, token)),
  );
  return (
    <EntryEditor
      route={route}
      area="OperatorPhone"
      descriptor={descriptor}
      titles={["Новый телефон оператора", "Изменение телефона оператора"]}
      schema={schema}
      describe={describeOperatorPhone}
      savedText={() => "Успешно Сохранено"}
      doubtText="Сервер не ответил как надо: телефон мог добавиться. Если он уже в списке, сбросьте его токен, чтобы увидеть новый."
    >
      {(form) => (
        <>
          <div className="flex flex-wrap items-start gap-3">
            <Field label="Номер" isRequired className="w-60" error={form.formState.errors.number?.message}>
              {(control) => (
                <input {...control} {...form.register("number")} type="tel" autoComplete="off" className="field" />
              )}
            </Field>
            {(hasName || route.id !== undefined) && (
              <Field label="Название" className="min-w-60 flex-1" error={form.formState.errors.name?.message}>
                {(control) => <input {...control} {...form.register("name")} autoComplete="off" className="field" />}
              </Field>
            )}
          </div>
          <ColourPicker
            value={form.watch("color")}
            onChange={(color) => form.setValue("color", color, { shouldDirty: true })}
          />
        </>
      )}
    </EntryEditor>
  );
};
