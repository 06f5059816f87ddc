import type { UseFormReturn } from "react-hook-form";
import { boolean, type GenericSchema, object, string, undefinedable } from "valibot";
import {
  type PaymentMethodChoices,
  type PaymentMethodDraft,
  paymentMethodEditor,
} from "#machines/directory/descriptors/paymentMethods.ts";
import { useHasExtensionFields } from "../../services/useIsOffered.ts";
import { Field } from "../../ui/Field.tsx";
import { TickBox } from "../../ui/TickBox.tsx";
import { nameSchema, orderSchema } from "./configurationParts.tsx";
import { describePaymentMethod } from "./describePaymentMethod.ts";
import { EntryEditor, type EntryRoute } from "./EntryEditor.tsx";
import { NameFields } from "./NameFields.tsx";

const schema: GenericSchema<PaymentMethodDraft, PaymentMethodDraft> = object({
  name: nameSchema,
  order: orderSchema,
  financeSourceId: string(),
  externalPaymentMethodId: string(),
  isCash: undefinedable(boolean()),
});

const Fields = ({ form, choices }: { form: UseFormReturn<PaymentMethodDraft>; choices: PaymentMethodChoices }) => {
  const { errors } = form.formState;
  const hasCash = useHasExtensionFields();
  const isExternal = form.watch("externalPaymentMethodId") !== "";
  return (
    <>
      <NameFields form={form} />
      <Field label="Источник финансов" hint="Куда приходят деньги." error={errors.financeSourceId?.message}>
        {(control) => (
          <select {...control} {...form.register("financeSourceId")} className="field max-w-md">
            <option value="">— не выбран —</option>
            {choices.sources.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field
        label="Внешний способ оплаты"
        hint="С ним клиенту выставляют счёт, и оплата приходит сама."
        error={errors.externalPaymentMethodId?.message}
      >
        {(control) => (
          <select
            {...control}
            {...form.register("externalPaymentMethodId", {
              onChange: (event: { target: { value: string } }) => {
                if (event.target.value !== "") form.setValue("isCash", false, { shouldDirty: true });
              },
            })}
            className="field max-w-md"
          >
            <option value="">— нет, оплату принимает сотрудник —</option>
            {choices.externals.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {hasCash && (
        <div>
          <TickBox
            {...form.register("isCash")}
            aria-disabled={isExternal || undefined}
            onClick={(event) => isExternal && event.preventDefault()}
          >
            Наличные: при оплате считается сдача
          </TickBox>
          {isExternal && <p className="text-xs text-muted">Внешняя оплата не бывает наличными.</p>}
          {errors.isCash?.message && <p className="text-xs text-negative">{errors.isCash.message}</p>}
        </div>
      )}
    </>
  );
};

export const PaymentMethodEditor = (route: EntryRoute) => (
  <EntryEditor
    route={route}
    area="PaymentMethod"
    descriptor={paymentMethodEditor}
    titles={["Новый способ оплаты", "Изменение способа оплаты"]}
    schema={schema}
    describe={describePaymentMethod}
  >
    {(form, choices) => <Fields form={form} choices={choices} />}
  </EntryEditor>
);
