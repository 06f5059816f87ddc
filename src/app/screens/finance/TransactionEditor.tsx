import type { UseFormReturn } from "react-hook-form";
import { check, forward, type GenericSchema, number, object, picklist, pipe } from "valibot";
import { useSearch } from "wouter";
import { formatMoney, parseAmount } from "#domain/money.ts";
import {
  type FinanceCategoryDraft,
  type FinanceCategoryRow,
  financeCategoryEditor,
  type PaidList,
  type TransactionChoices,
  type TransactionDraft,
  transactionEditor,
} from "#machines/directory/descriptors/finance.ts";
import { addCreated } from "#machines/directory/entryCreation.machine.ts";
import { CreatableChooser } from "../../directory/CreatableChooser.tsx";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { type EntryCreation, useEntryCreation } from "../../directory/useEntryCreation.ts";
import { Field } from "../../ui/Field.tsx";
import { successText } from "../configuration/configurationParts.tsx";
import { noteSchema, optionalAmountSchema, positiveAmountSchema } from "./amountSchemas.ts";
import { useReasonNotToEditFinance } from "./useReasonNotToEditFinance.ts";

const kinds = { expense: "Расход", income: "Приход", transfer: "Перемещение" } as const;

const schema: GenericSchema<TransactionDraft, TransactionDraft> = pipe(
  object({
    kind: picklist(["income", "expense", "transfer"]),
    financeSourceId: number(),
    toFinanceSourceId: number(),
    amount: positiveAmountSchema,
    commission: optionalAmountSchema,
    categoryId: number(),
    comment: noteSchema,
    packingListId: number(),
  }),
  forward(
    check(({ kind, toFinanceSourceId }) => kind !== "transfer" || toFinanceSourceId > 0, "Выберите, куда."),
    ["toFinanceSourceId"],
  ),
  forward(
    check(
      ({ kind, financeSourceId, toFinanceSourceId }) => kind !== "transfer" || toFinanceSourceId !== financeSourceId,
      "Выберите другой источник.",
    ),
    ["toFinanceSourceId"],
  ),
);

type Form = UseFormReturn<TransactionDraft>;

const SelectField = ({
  form,
  name,
  label,
  empty,
  choices,
}: {
  form: Form;
  name: "financeSourceId" | "toFinanceSourceId";
  label: string;
  empty?: string;
  choices: readonly { readonly id: number; readonly name: string }[];
}) => (
  <Field label={label} className="min-w-0" error={form.formState.errors[name]?.message}>
    {(control) => (
      <select {...control} {...form.register(name, { valueAsNumber: true })} className="field">
        {empty !== undefined && <option value={0}>{empty}</option>}
        {choices.map(({ id, name: title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </select>
    )}
  </Field>
);

const AmountInput = ({
  form,
  name,
  label,
  hint,
}: {
  form: Form;
  name: "amount" | "commission";
  label: string;
  hint?: string;
}) => (
  <Field
    label={label}
    hint={hint}
    isRequired={name === "amount"}
    className="min-w-0"
    error={form.formState.errors[name]?.message}
  >
    {(control) => (
      <input {...control} {...form.register(name)} inputMode="decimal" autoComplete="off" className="field" />
    )}
  </Field>
);

const PaidNote = ({ paid: { kind, itemNumber, supplierName, due } }: { paid: PaidList }) => (
  <p className="text-sm wrap-anywhere">
    {kind === "return" ? "Деньги за возврат" : "Оплата накладной"}{" "}
    {itemNumber === null ? "без номера" : `№ ${itemNumber}`}, {supplierName}. Осталось{" "}
    <b className="whitespace-nowrap">{formatMoney(due)}</b>
  </p>
);

const NO_CATEGORY = { id: 0, name: "Без категории" };

type CreationActor = EntryCreation<FinanceCategoryDraft>["actor"];

const Fields = ({
  form,
  choices: { sources, categories, paid },
  actor,
}: {
  form: Form;
  choices: TransactionChoices;
  actor: CreationActor | undefined;
}) => {
  const kind = form.watch("kind");
  const isTransfer = kind === "transfer";
  const hasCategory = !isTransfer || (parseAmount(form.watch("commission")) ?? 0) > 0;
  const direction = isTransfer ? "expense" : kind;
  const categoryLabel = isTransfer ? "Категория комиссии" : "Категория";
  // The server refuses an expense category for an income, and vice versa. A change of the kind therefore clears the
  // category.
  const change = () => form.setValue("categoryId", 0);
  return (
    <div className="card grid gap-4">
      {paid && <PaidNote paid={paid} />}
      {!paid && (
        <fieldset className="flex flex-wrap gap-4">
          <legend className="mb-1 text-xs text-muted">Вид</legend>
          {Object.entries(kinds).map(([value, title]) => (
            <label key={value} className="flex min-h-6 items-center gap-2">
              <input type="radio" value={value} {...form.register("kind", { onChange: change })} />
              {title}
            </label>
          ))}
        </fieldset>
      )}
      <div className="grid gap-4 min-[700px]:grid-cols-2">
        <SelectField
          form={form}
          name="financeSourceId"
          label={isTransfer ? "Откуда" : kind === "income" ? "Куда" : "Откуда"}
          choices={sources}
        />
        {isTransfer && (
          <SelectField form={form} name="toFinanceSourceId" label="Куда" empty="Выберите" choices={sources} />
        )}
        <AmountInput form={form} name="amount" label="Сумма, р." />
        {isTransfer && <AmountInput form={form} name="commission" label="Комиссия, р." hint="Сверх суммы, расходом." />}
        {hasCategory && (
          <Field label={categoryLabel} className="min-w-0" error={form.formState.errors.categoryId?.message}>
            {(control) => (
              <CreatableChooser
                control={control}
                label={categoryLabel}
                value={form.watch("categoryId")}
                choices={[NO_CATEGORY, ...categories.filter((category) => category.direction === direction)]}
                empty={NO_CATEGORY.name}
                creation={actor && { actor, title: "Новая категория", draftOf: (name) => ({ name, direction }) }}
                onChoose={(id) => form.setValue("categoryId", id, { shouldDirty: true })}
              />
            )}
          </Field>
        )}
      </div>
      <Field label="Комментарий" error={form.formState.errors.comment?.message}>
        {(control) => <textarea {...control} {...form.register("comment")} rows={2} className="field resize-y" />}
      </Field>
    </div>
  );
};

const toFinanceCategoryRow = (id: number, draft: FinanceCategoryDraft): FinanceCategoryRow => ({
  id,
  ...draft,
  version: 1,
});

/**
 * Form of a new transaction: an income, an expense or a transfer. With the query parameter `packingList` the form
 * records the payment of a packing list, or the money that the supplier pays back for a return.
 */
export const TransactionEditor = ({ companyId }: { companyId: number }) => {
  const reason = useReasonNotToEditFinance(companyId);
  const { actor, created } = useEntryCreation(financeCategoryEditor, { companyId });
  const paid = Number(new URLSearchParams(useSearch()).get("packingList") ?? "");
  const packingListId = Number.isInteger(paid) && paid > 0 ? paid : undefined;
  return (
    <DirectoryEditor
      descriptor={transactionEditor}
      scope={{ companyId, packingListId }}
      id={undefined}
      title="Новая операция"
      schema={schema}
      returnTo={`/Company/${companyId}/${packingListId === undefined ? "Finance/Transaction" : `PackingList/${packingListId}`}`}
      savedText={successText}
    >
      {(form, choices) => (
        <Fields
          form={form}
          choices={{ ...choices, categories: addCreated(choices.categories, created, toFinanceCategoryRow) }}
          actor={reason === undefined ? actor : undefined}
        />
      )}
    </DirectoryEditor>
  );
};
