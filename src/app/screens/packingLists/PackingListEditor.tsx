import type { UseFormReturn } from "react-hook-form";
import { useSearch } from "wouter";
import { DEFAULT_DAY_START, DEFAULT_TIME_ZONE } from "#domain/zone.ts";
import {
  type PackingListDraft,
  packingListEditor,
  parseLinkedLines,
} from "#machines/directory/descriptors/packingListEditor.ts";
import {
  blankSupplier,
  type SupplierChoice,
  type SupplierDraft,
  supplierEditor,
  toSupplierChoice,
} from "#machines/directory/descriptors/suppliers.ts";
import { addCreated } from "#machines/directory/entryCreation.machine.ts";
import { CreatableChooser } from "../../directory/CreatableChooser.tsx";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { type EntryCreation, useEntryCreation } from "../../directory/useEntryCreation.ts";
import { useCompany } from "../../services/context.ts";
import { useToday } from "../../shared/useToday.ts";
import { Field } from "../../ui/Field.tsx";
import { TickBox } from "../../ui/TickBox.tsx";
import { useReasonNotToEditSuppliers } from "../suppliers/useReasonNotToEditSuppliers.ts";
import { describePackingList } from "./describePackingList.ts";
import { PackingLineGrid } from "./PackingLineGrid.tsx";
import { packingListSchema } from "./packingListSchema.ts";
import { packingKinds } from "./packingListTexts.ts";

/**
 * Props of `DuplicateLink`. The link is shown after the server has refused a save because another packing list has the
 * same number.
 */
interface Blocked {
  form: UseFormReturn<PackingListDraft>;
  companyId: number;
  /** Id of the packing list with the same number. Undefined if the server does not send the id. */
  duplicateId: number | undefined;
}

/**
 * Link to the packing list with the same number, or to the supplier's packing lists of a year if the id is unknown. The
 * link opens in a new tab, because the form has unsaved changes.
 */
const DuplicateLink = ({ form, companyId, duplicateId }: Blocked) => {
  const path = `/Company/${companyId}/PackingList`;
  const [href, text] =
    duplicateId === undefined
      ? [`${path}?supplier=${form.watch("supplierId")}&period=year`, "Накладные поставщика в новой вкладке"]
      : [`${path}/${duplicateId}`, "Открыть её в новой вкладке"];
  return (
    <a href={href} target="_blank" rel="noreferrer" className="underline">
      {text}
    </a>
  );
};

const Duplicate = ({ form, companyId, duplicateId }: Blocked) => {
  const error = form.formState.errors.isDuplicateAllowed?.message;
  if (!error && !form.watch("isDuplicateAllowed")) return null;
  return (
    <div className="grid gap-1">
      {error && (
        <p className="text-sm text-negative">
          {error} <DuplicateLink form={form} companyId={companyId} duplicateId={duplicateId} />
        </p>
      )}
      <TickBox {...form.register("isDuplicateAllowed", { onChange: () => form.clearErrors("isDuplicateAllowed") })}>
        Сохранить с тем же номером
      </TickBox>
    </div>
  );
};

const Head = ({
  form,
  suppliers,
  companyId,
  duplicateId,
  creation,
}: Blocked & { suppliers: readonly SupplierChoice[]; creation: EntryCreation<SupplierDraft> | undefined }) => {
  const { errors, isSubmitted } = form.formState;
  const supplierId = form.watch("supplierId");
  return (
    <div className="card grid gap-4">
      <fieldset className="flex flex-wrap gap-4">
        <legend className="mb-1 text-xs text-muted">Вид</legend>
        {Object.entries(packingKinds).map(([value, title]) => (
          <label key={value} className="flex min-h-6 items-center gap-2">
            <input type="radio" value={value} {...form.register("kind")} />
            {title}
          </label>
        ))}
      </fieldset>
      <div className="grid gap-4 min-[700px]:grid-cols-[1fr_10rem_10rem]">
        <Field label="Поставщик" isRequired error={errors.supplierId?.message} className="min-w-0">
          {(control) => (
            <CreatableChooser
              control={control}
              label="Поставщик"
              value={supplierId || undefined}
              choices={suppliers.filter(({ id, isActive }) => isActive || id === supplierId)}
              empty="Выберите поставщика…"
              creation={creation}
              onChoose={(id) => form.setValue("supplierId", id, { shouldDirty: true, shouldValidate: isSubmitted })}
            />
          )}
        </Field>
        <Field label="Номер" error={errors.itemNumber?.message}>
          {(control) => <input {...control} {...form.register("itemNumber")} autoComplete="off" className="field" />}
        </Field>
        <Field label="Дата" isRequired error={errors.day?.message}>
          {(control) => <input type="date" {...control} {...form.register("day")} className="field" />}
        </Field>
      </div>
      <Duplicate form={form} companyId={companyId} duplicateId={duplicateId} />
      <TickBox {...form.register("isVatIncluded")}>Цены с НДС</TickBox>
      <Field label="Комментарий" error={errors.comment?.message}>
        {(control) => <textarea {...control} {...form.register("comment")} rows={2} className="field resize-y" />}
      </Field>
    </div>
  );
};

/** Form of a new packing list, or of a draft (areas, section 2). */
export const PackingListEditor = ({ companyId, id }: { companyId: number; id: number | undefined }) => {
  const reasonNotToCreate = useReasonNotToEditSuppliers(companyId);
  const { actor, created } = useEntryCreation(supplierEditor, { companyId });
  const creation: EntryCreation<SupplierDraft> = {
    actor,
    title: "Новый поставщик",
    draftOf: (name) => ({ ...blankSupplier, name }),
  };
  const company = useCompany(companyId);
  const query = new URLSearchParams(useSearch());
  const supplier = Number(query.get("supplier") ?? "");
  const zone = {
    timeZone: company?.timeZone ?? DEFAULT_TIME_ZONE,
    dayStart: company?.dayStart ?? DEFAULT_DAY_START,
  };
  const path = `/Company/${companyId}/PackingList`;
  const supplierId = Number.isInteger(supplier) && supplier > 0 ? supplier : undefined;
  return (
    <DirectoryEditor
      descriptor={packingListEditor}
      scope={{ companyId, zone, today: useToday(companyId), supplierId, lines: parseLinkedLines(query) }}
      id={id}
      title={id === undefined ? "Новая накладная" : "Изменение накладной"}
      schema={packingListSchema}
      describe={describePackingList}
      returnTo={id === undefined ? path : `${path}/${id}`}
      openSaved={(saved) => `${path}/${saved}`}
      savedText={() => "Черновик сохранён"}
      missingText="Такого черновика нет: накладную удалили или уже провели."
    >
      {(form, choices, blockingIds) => (
        <>
          <Head
            form={form}
            suppliers={addCreated(choices.suppliers, created, toSupplierChoice)}
            companyId={companyId}
            duplicateId={blockingIds?.duplicateId}
            creation={reasonNotToCreate === undefined ? creation : undefined}
          />
          <PackingLineGrid form={form} items={choices.items} companyId={companyId} />
        </>
      )}
    </DirectoryEditor>
  );
};
