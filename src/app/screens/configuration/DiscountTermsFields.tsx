import type { UseFormReturn } from "react-hook-form";
import type { DiscountDraft, TermsDraft } from "#machines/directory/descriptors/discounts.ts";
import { useHasExtensionFields } from "../../services/useIsOffered.ts";
import { weekdays } from "../../shared/dayNames.ts";
import { DecimalField } from "../../ui/DecimalField.tsx";
import { Field } from "../../ui/Field.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { TickBox } from "../../ui/TickBox.tsx";

type Form = UseFormReturn<DiscountDraft>;

const Weekdays = ({ form }: { form: Form }) => {
  const chosen = form.watch("terms.weekdays");
  const toggle = (day: number) =>
    form.setValue(
      "terms.weekdays",
      chosen.includes(day) ? chosen.filter((one) => one !== day) : [...chosen, day].sort((one, other) => one - other),
      { shouldDirty: true },
    );
  return (
    <fieldset>
      <legend className="mb-0.5 text-xs text-muted">Дни недели</legend>
      <div className="flex flex-wrap gap-x-4">
        {weekdays.map((name, index) => (
          <TickBox key={name} checked={chosen.includes(index + 1)} onChange={() => toggle(index + 1)}>
            {name}
          </TickBox>
        ))}
      </div>
      <p className="mt-0.5 text-xs text-muted">Если ни один не отмечен, скидка действует каждый день.</p>
    </fieldset>
  );
};

const InputField = ({
  form,
  name,
  label,
  type,
  hint,
}: {
  form: Form;
  name: Exclude<keyof TermsDraft, "weekdays" | "isOncePerCustomer">;
  label: string;
  type: "time" | "date";
  hint?: string;
}) => (
  <Field label={label} error={form.formState.errors.terms?.[name]?.message} hint={hint} className="w-36">
    {(control) => <input {...control} {...form.register(`terms.${name}`)} type={type} className="field" />}
  </Field>
);

/**
 * Card with the terms of a discount: days, hours, dates, minimum sum, promo code and limits of uses. It is absent if
 * the server does not support terms.
 */
export const DiscountTermsFields = ({ form }: { form: Form }) => {
  const hasTerms = useHasExtensionFields();
  const errors = form.formState.errors.terms;
  const set = (name: "minAmount" | "promoCode" | "maxUses", value: string) =>
    form.setValue(`terms.${name}`, value, { shouldDirty: true });
  if (!hasTerms) return null;
  return (
    <section aria-labelledby="discount-terms" className="card grid gap-4">
      <div>
        <h2 id="discount-terms" className="font-semibold">
          Условия применения
        </h2>
        <p className="text-xs text-muted">
          Пустые поля не ограничивают скидку. Дни и часы сравниваются с временем, когда заказ приняли, а не с временем
          доставки.
        </p>
      </div>
      <Weekdays form={form} />
      <div className="flex flex-wrap items-start gap-3">
        <InputField form={form} name="startTime" label="Часы с" type="time" />
        <InputField
          form={form}
          name="endTime"
          label="Часы до"
          type="time"
          hint="Можно через полночь: с 22:00 до 02:00"
        />
        <InputField form={form} name="startDate" label="Первый день" type="date" />
        <InputField form={form} name="endDate" label="Последний день" type="date" />
      </div>
      <div className="grid items-start gap-3 md:grid-cols-3">
        <DecimalField
          label="Сумма заказа от"
          hint="До скидки и без доставки"
          error={errors?.minAmount?.message}
          after={<span className="text-muted">р.</span>}
          value={form.watch("terms.minAmount")}
          onText={(text) => set("minAmount", text)}
        />
        <TextField
          label="Промокод"
          hint="Буквы, цифры и дефис. Регистр и пробелы не важны. Такой скидки нет в списке заказа: её дают по коду"
          maxLength={64}
          error={errors?.promoCode?.message}
          value={form.watch("terms.promoCode")}
          onText={(text) => set("promoCode", text)}
        />
        <TextField
          label="Всего заказов со скидкой"
          hint="Отменённые заказы не считаются"
          inputMode="numeric"
          maxLength={7}
          error={errors?.maxUses?.message}
          value={form.watch("terms.maxUses")}
          onText={(text) => set("maxUses", text.replace(/\D/g, ""))}
        />
      </div>
      <TickBox {...form.register("terms.isOncePerCustomer")}>Один раз на клиента: по номеру телефона</TickBox>
    </section>
  );
};
