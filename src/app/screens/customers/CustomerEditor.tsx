import {
  array,
  boolean,
  check,
  forward,
  type GenericSchema,
  maxLength,
  object,
  picklist,
  pipe,
  string,
  trim,
} from "valibot";
import { parseTypedBirthday, parseTypedDay } from "#domain/days.ts";
import { type CustomerDraft, customerEditor } from "#machines/directory/descriptors/customers.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { Field } from "../../ui/Field.tsx";
import { successText } from "../configuration/configurationParts.tsx";
import { describeCustomer, riskTexts } from "./customerTexts.ts";
import { KeptAddresses } from "./KeptAddresses.tsx";

const dayOrEmpty = (parse: (text: string) => string | undefined) =>
  pipe(
    string(),
    trim(),
    check((text) => text === "" || parse(text) !== undefined, "Неверная дата."),
  );
const short = pipe(string(), maxLength(50, "Не длиннее 50 знаков."));

const schema: GenericSchema<CustomerDraft, CustomerDraft> = pipe(
  object({
    alias: pipe(string(), maxLength(200, "Не длиннее 200 знаков.")),
    birthday: dayOrEmpty(parseTypedBirthday),
    note: pipe(string(), maxLength(1000, "Не длиннее 1000 знаков.")),
    risk: picklist(["none", "attention", "blocked"]),
    riskReason: pipe(string(), maxLength(200, "Не длиннее 200 знаков.")),
    riskUntil: dayOrEmpty(parseTypedDay),
    addresses: array(
      object({
        street: pipe(
          string(),
          trim(),
          check((text) => text !== "", "Укажите улицу."),
          maxLength(300, "Не длиннее 300 знаков."),
        ),
        building: short,
        apartment: short,
        level: short,
        entrance: short,
        isDefault: boolean(),
      }),
    ),
  }),
  forward(
    check(({ risk, riskReason }) => risk === "none" || riskReason.trim() !== "", "Укажите причину."),
    ["riskReason"],
  ),
);

/** Form with the name, birthday, note, risk and saved addresses of a customer. */
export const CustomerEditor = ({ companyId, id }: { companyId: number; id: number }) => {
  return (
    <DirectoryEditor
      descriptor={customerEditor}
      scope={{ companyId }}
      id={id}
      title="Карточка клиента"
      schema={schema}
      describe={describeCustomer}
      returnTo={`/Company/${companyId}/Customer/${id}`}
      savedText={successText}
    >
      {(form) => {
        const { register, watch, formState } = form;
        const { errors } = formState;
        return (
          <>
            <div className="card grid gap-4">
              <Field label="Имя" error={errors.alias?.message}>
                {(control) => <input {...control} {...register("alias")} autoComplete="off" className="field" />}
              </Field>
              <Field label="День рождения" className="max-w-40" error={errors.birthday?.message}>
                {(control) => (
                  <input
                    {...control}
                    {...register("birthday")}
                    inputMode="numeric"
                    placeholder="дд.мм.гггг"
                    maxLength={10}
                    autoComplete="off"
                    className="field"
                  />
                )}
              </Field>
              <Field label="Заметка" hint="Её увидит оператор, когда клиент позвонит" error={errors.note?.message}>
                {(control) => <textarea {...control} {...register("note")} rows={3} className="field resize-y" />}
              </Field>
              <Field label="Отношение" className="max-w-sm" error={errors.risk?.message}>
                {(control) => (
                  <select {...control} {...register("risk")} className="field">
                    {Object.entries(riskTexts).map(([value, { title }]) => (
                      <option key={value} value={value}>
                        {title}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
              {watch("risk") !== "none" && (
                <>
                  <Field label="Причина" isRequired error={errors.riskReason?.message}>
                    {(control) => (
                      <input {...control} {...register("riskReason")} autoComplete="off" className="field" />
                    )}
                  </Field>
                  <Field
                    label="Действует до"
                    hint="Последний день. Пусто — бессрочно"
                    className="max-w-56"
                    error={errors.riskUntil?.message}
                  >
                    {(control) => (
                      <input
                        {...control}
                        {...register("riskUntil")}
                        inputMode="numeric"
                        placeholder="дд.мм.гггг"
                        maxLength={10}
                        autoComplete="off"
                        className="field"
                      />
                    )}
                  </Field>
                </>
              )}
            </div>
            <KeptAddresses form={form} />
          </>
        );
      }}
    </DirectoryEditor>
  );
};
