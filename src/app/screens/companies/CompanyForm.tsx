import { useCallback, useMemo } from "react";
import type { UseFormReturn } from "react-hook-form";
import { DEFAULT_TIME_ZONE } from "#domain/zone.ts";
import type { CompanyDraft } from "#machines/directory/descriptors/companies.ts";
import { useHasExtensionFields } from "../../services/useIsOffered.ts";
import { Chooser } from "../../ui/Chooser.tsx";
import { Field } from "../../ui/Field.tsx";
import { ImageField } from "../../ui/ImageField.tsx";
import type { PictureChoice } from "../../ui/PictureBox.tsx";
import { timeZones } from "./timeZones.ts";

const textFields = [
  ["phone", "Телефон", ""],
  ["address", "Адрес", ""],
  ["webSite", "Сайт", "например kolos.example"],
  ["workTime", "Часы работы", "например 9:00–22:00"],
] as const;

/** Form fields of a company in the documented sequence (platform, section 2). */
export const CompanyForm = ({
  form,
  companyId,
}: {
  form: UseFormReturn<CompanyDraft>;
  companyId: number | undefined;
}) => {
  const { register, setValue, getValues, watch, formState } = form;
  const { errors } = formState;
  const hasCalendar = useHasExtensionFields();
  const timeZone = watch("timeZone") ?? DEFAULT_TIME_ZONE;
  const zones = useMemo(() => timeZones(getValues("timeZone") ?? DEFAULT_TIME_ZONE), [getValues]);
  const choose = useCallback(
    ({ newId = "", isRemoved, isBusy }: PictureChoice) => {
      setValue("isUploading", isBusy, { shouldValidate: !isBusy });
      if (newId !== getValues("newLogoId")) setValue("newLogoId", newId, { shouldDirty: true });
      if (isRemoved !== getValues("isRemoveLogo")) setValue("isRemoveLogo", isRemoved, { shouldDirty: true });
    },
    [setValue, getValues],
  );
  return (
    <>
      <div className="card grid gap-3">
        <Field label="Id" className="max-w-40">
          {(control) => (
            <input {...control} readOnly value={companyId ?? "будет присвоен"} className="field bg-sunken" />
          )}
        </Field>
        <Field label="Название" isRequired error={errors.name?.message}>
          {(control) => (
            <input {...control} {...register("name")} maxLength={200} autoComplete="off" className="field" />
          )}
        </Field>
        <ImageField
          key={getValues("logoUrl")}
          label="Логотип"
          companyId={companyId}
          storedUrl={getValues("logoUrl") || undefined}
          error={errors.isUploading?.message ?? errors.newLogoId?.message}
          onChange={choose}
        />
        {textFields.map(([name, label, hint]) => (
          <Field key={name} label={label} error={errors[name]?.message} hint={hint}>
            {(control) => <input {...control} {...register(name)} autoComplete="off" className="field" />}
          </Field>
        ))}
        <label className="flex items-center gap-2">
          <input type="checkbox" {...register("isRequiredFeedback")} className="size-4 accent-accent" />
          Печатать в предчеке ссылку для отзыва
        </label>
      </div>
      {hasCalendar && (
        <section aria-labelledby="company-time" className="card grid gap-3 sm:grid-cols-2">
          <h2 id="company-time" className="font-semibold sm:col-span-2">
            Время
          </h2>
          <Field label="Часовой пояс" error={errors.timeZone?.message} hint="По нему считаются дни заказов">
            {(control) => (
              <Chooser
                control={control}
                label="Часовой пояс"
                value={zones.find(({ zone }) => zone === timeZone)?.id}
                choices={zones}
                empty="Город или страна"
                onChoose={(id) =>
                  setValue("timeZone", zones.find((choice) => choice.id === id)?.zone, { shouldDirty: true })
                }
              />
            )}
          </Field>
          <Field label="Начало дня" error={errors.dayStart?.message} hint="чч:мм; до этого часа идёт вчерашний день">
            {(control) => (
              <input {...control} {...register("dayStart")} inputMode="numeric" placeholder="00:00" className="field" />
            )}
          </Field>
          <Field
            label="Срок заказа «сейчас», мин"
            error={errors.leadMinutes?.message}
            hint="от сохранения до обещанного времени"
          >
            {(control) => <input {...control} {...register("leadMinutes")} inputMode="numeric" className="field" />}
          </Field>
        </section>
      )}
    </>
  );
};
