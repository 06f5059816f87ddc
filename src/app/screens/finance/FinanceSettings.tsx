import { boolean, check, type GenericSchema, object, pipe, string } from "valibot";
import { formatDay } from "#domain/format.ts";
import { type FinanceSettingsDraft, financeSettingsEditor } from "#machines/directory/descriptors/finance.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import type { Fact } from "../../directory/findDifferences.ts";
import { yesOrNo } from "../../shared/yesOrNo.ts";
import { Field } from "../../ui/Field.tsx";
import { TickBox } from "../../ui/TickBox.tsx";
import { successText } from "../configuration/configurationParts.tsx";

const schema: GenericSchema<FinanceSettingsDraft, FinanceSettingsDraft> = object({
  requireShift: boolean(),
  closedUntil: pipe(
    string(),
    check((day) => day === "" || /^\d{4}-\d{2}-\d{2}$/.test(day), "Неверная дата."),
  ),
});

const describeSettings = ({ requireShift, closedUntil }: FinanceSettingsDraft): readonly Fact[] => [
  ["Наличные только в открытую смену", yesOrNo(requireShift)],
  ["Период закрыт до", closedUntil ? formatDay(closedUntil) : "—"],
];

/** Form of the finance settings: the closed period, and the flag that cash requires an open shift. */
export const FinanceSettings = ({ companyId }: { companyId: number }) => {
  return (
    <DirectoryEditor
      descriptor={financeSettingsEditor}
      scope={{ companyId }}
      id={companyId}
      title="Настройки финансов"
      schema={schema}
      describe={describeSettings}
      returnTo={`/Company/${companyId}/Finance/Source`}
      savedText={successText}
    >
      {({ register, formState: { errors } }) => (
        <div className="card grid gap-4">
          <TickBox {...register("requireShift")}>Принимать и возвращать наличные только в открытую смену</TickBox>
          <Field
            label="Период закрыт до"
            hint="Включительно. Операции этих дней нельзя внести и отменить. Пусто — всё открыто."
            error={errors.closedUntil?.message}
            className="max-w-sm"
          >
            {(control) => <input type="date" {...control} {...register("closedUntil")} className="field" />}
          </Field>
        </div>
      )}
    </DirectoryEditor>
  );
};
