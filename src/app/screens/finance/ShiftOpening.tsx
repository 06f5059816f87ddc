import { type GenericSchema, number, object } from "valibot";
import { formatMoney, parseAmount, roundMoney } from "#domain/money.ts";
import {
  type OpeningChoice,
  type ShiftOpeningDraft,
  shiftOpeningEditor,
} from "#machines/directory/descriptors/finance.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import type { Fact } from "../../directory/findDifferences.ts";
import { Field } from "../../ui/Field.tsx";
import { Note } from "../../ui/Note.tsx";
import { amountSchema, noteSchema } from "./amountSchemas.ts";
import { differenceText } from "./financeTexts.ts";

const schema: GenericSchema<ShiftOpeningDraft, ShiftOpeningDraft> = object({
  financeSourceId: number(),
  opening: amountSchema,
  reason: noteSchema,
});

const describeOpening = ({ opening, reason }: ShiftOpeningDraft): readonly Fact[] => [
  ["В кассе сейчас, р.", opening],
  ["Причина", reason],
];

/**
 * Returns the difference between the typed amount and the balance, roubles. Returns undefined if one of the two amounts
 * is unknown.
 */
const differenceFrom = (source: OpeningChoice | undefined, opening: string): number | undefined => {
  const amount = parseAmount(opening);
  return amount === undefined || !source ? undefined : roundMoney(amount - source.balance);
};

/** Form that opens a cash shift. With an `id` the form corrects the opening amount of an open shift. */
export const ShiftOpening = ({ companyId, id }: { companyId: number; id: number | undefined }) => {
  const isNew = id === undefined;
  return (
    <DirectoryEditor
      descriptor={shiftOpeningEditor}
      scope={{ companyId }}
      id={id}
      title={isNew ? "Открыть смену" : "Исправить начало смены"}
      schema={schema}
      describe={describeOpening}
      returnTo={`/Company/${companyId}/Finance/Shift`}
      lockedText="Все смены уже открыты"
      savedText={() => (isNew ? "Смена открыта" : "Начало смены исправлено")}
    >
      {({ register, watch, formState: { errors } }, choices) => {
        const source = isNew ? choices.find((choice) => choice.id === watch("financeSourceId")) : undefined;
        const difference = differenceFrom(source, watch("opening"));
        const needsReason = !isNew || (difference !== undefined && difference !== 0);
        return (
          <div className="card grid gap-4">
            {isNew && choices.length === 0 && <Note tone="info">Все смены уже открыты.</Note>}
            {isNew && choices.length > 0 && (
              <Field label="Касса" error={errors.financeSourceId?.message} className="max-w-sm">
                {(control) => (
                  <select {...control} {...register("financeSourceId", { valueAsNumber: true })} className="field">
                    {choices.map((choice) => (
                      <option key={choice.id} value={choice.id}>
                        {choice.name}
                      </option>
                    ))}
                  </select>
                )}
              </Field>
            )}
            <Field
              label="В кассе сейчас, р."
              isRequired
              hint={source && `По учёту ${formatMoney(source.balance)}`}
              error={errors.opening?.message}
              className="max-w-sm"
            >
              {(control) => (
                <input {...control} {...register("opening")} inputMode="decimal" autoComplete="off" className="field" />
              )}
            </Field>
            {difference !== undefined && difference !== 0 && (
              <p role="status" className="font-semibold text-negative">
                {differenceText(difference)}
              </p>
            )}
            {needsReason && (
              <Field label="Причина" isRequired error={errors.reason?.message}>
                {(control) => <textarea {...control} {...register("reason")} rows={2} className="field resize-y" />}
              </Field>
            )}
          </div>
        );
      }}
    </DirectoryEditor>
  );
};
