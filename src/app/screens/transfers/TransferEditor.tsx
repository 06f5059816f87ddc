import type { UseFormReturn } from "react-hook-form";
import {
  type TransferChoices,
  type TransferDraft,
  transferEditor,
} from "#machines/directory/descriptors/transferEditor.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { Chooser } from "../../ui/Chooser.tsx";
import { Field } from "../../ui/Field.tsx";
import { describeTransfer } from "./describeTransfer.ts";
import { TransferLineGrid } from "./TransferLineGrid.tsx";
import { transferSchema } from "./transferSchema.ts";
import { lossTexts } from "./transferTexts.ts";

const Head = ({ form, choices }: { form: UseFormReturn<TransferDraft>; choices: TransferChoices }) => {
  const { errors, isSubmitted } = form.formState;
  return (
    <div className="card grid gap-4">
      <Field label="Куда" isRequired error={errors.toCompanyId?.message} className="max-w-md min-w-0">
        {(control) => (
          <Chooser
            control={control}
            label="Куда"
            value={form.watch("toCompanyId") || undefined}
            choices={choices.companies}
            empty="Выберите компанию…"
            onChoose={(id) => form.setValue("toCompanyId", id, { shouldDirty: true, shouldValidate: isSubmitted })}
          />
        )}
      </Field>
      {choices.companies.length === 0 && (
        <p className="text-sm text-muted">
          Отправлять некуда. Товар можно отправить компании той же группы или той, где вы ведёте склад.
        </p>
      )}
      <fieldset className="flex flex-wrap gap-4">
        <legend className="mb-1 text-xs text-muted">Потери в пути несёт</legend>
        {Object.entries(lossTexts).map(([value, title]) => (
          <label key={value} className="flex min-h-6 items-center gap-2">
            <input type="radio" value={value} {...form.register("lossOn")} />
            {title}
          </label>
        ))}
      </fieldset>
      <Field label="Комментарий" error={errors.comment?.message}>
        {(control) => <textarea {...control} {...form.register("comment")} rows={2} className="field resize-y" />}
      </Field>
    </div>
  );
};

/** Form of a new transfer, or of a draft (areas, section 3). */
export const TransferEditor = ({ companyId, id }: { companyId: number; id: number | undefined }) => {
  const path = `/Company/${companyId}/TransferList`;
  return (
    <DirectoryEditor
      descriptor={transferEditor}
      scope={{ companyId }}
      id={id}
      title={id === undefined ? "Новое перемещение" : "Изменение перемещения"}
      schema={transferSchema}
      describe={describeTransfer}
      returnTo={id === undefined ? `${path}?tab=sent` : `${path}/${id}`}
      openSaved={(saved) => `${path}/${saved}`}
      savedText={() => "Черновик сохранён"}
      missingText="Такого черновика нет: перемещение удалили или уже отправили."
    >
      {(form, choices) => (
        <>
          <Head form={form} choices={choices} />
          <TransferLineGrid form={form} items={choices.items} />
        </>
      )}
    </DirectoryEditor>
  );
};
