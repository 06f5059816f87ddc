import { Plus } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import type { CustomerDraft, KeptAddressDraft } from "#machines/directory/descriptors/customers.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { RemoveLineButton } from "../catalogue/RemoveLineButton.tsx";

/** Maximum number of saved addresses on a card. */
const MOST_ADDRESSES = 20;

const blank: KeptAddressDraft = { street: "", building: "", apartment: "", level: "", entrance: "", isDefault: false };

const parts = [
  ["building", "Дом"],
  ["entrance", "Подъезд"],
  ["level", "Этаж"],
  ["apartment", "Квартира"],
] as const;

/** Form rows for the saved addresses of a customer. Addresses that are known only from orders are not shown. */
export const KeptAddresses = ({ form }: { form: UseFormReturn<CustomerDraft> }) => {
  const { register, formState } = form;
  const lines = form.watch("addresses");
  const set = (next: KeptAddressDraft[]) =>
    form.setValue("addresses", next, { shouldDirty: true, shouldValidate: formState.isSubmitted });
  const choose = (at: number, isDefault: boolean) =>
    set(lines.map((line, index) => ({ ...line, isDefault: index === at && isDefault })));
  return (
    <fieldset className="card grid gap-3">
      <legend className="float-left mb-1 font-semibold">Сохранённые адреса</legend>
      <p className="clear-both text-sm text-muted">
        Адреса из заказов предлагаются сами. Здесь — те, что нужно помнить всегда.
      </p>
      {lines.map((line, at) => (
        // Lines have no ids. The form moves the values of the later lines up when a line is removed, so the index is a
        // valid key.
        // biome-ignore lint/suspicious/noArrayIndexKey: the values are in the form, by index
        <div key={at} className="grid grid-cols-4 gap-2 border-t border-line pt-3 first-of-type:border-t-0">
          <Field
            label={`Улица ${at + 1}`}
            isRequired
            className="col-span-4"
            error={formState.errors.addresses?.[at]?.street?.message}
          >
            {(control) => (
              <input {...control} {...register(`addresses.${at}.street`)} autoComplete="off" className="field" />
            )}
          </Field>
          {parts.map(([name, title]) => (
            <Field
              key={name}
              label={title}
              className="min-w-0"
              error={formState.errors.addresses?.[at]?.[name]?.message}
            >
              {(control) => (
                <input {...control} {...register(`addresses.${at}.${name}`)} autoComplete="off" className="field" />
              )}
            </Field>
          ))}
          <label className="col-span-3 flex items-center gap-2 text-sm">
            <input type="checkbox" checked={line.isDefault} onChange={(event) => choose(at, event.target.checked)} />
            Основной: предлагать первым
          </label>
          <span className="justify-self-end">
            <RemoveLineButton
              label={`Убрать адрес ${at + 1}`}
              onPress={() => set(lines.filter((_, index) => index !== at))}
            />
          </span>
        </div>
      ))}
      <div>
        <Button
          why={lines.length >= MOST_ADDRESSES && `Не больше ${MOST_ADDRESSES} адресов`}
          onClick={() => set([...lines, blank])}
        >
          <Plus size={16} aria-hidden />
          Добавить адрес
        </Button>
      </div>
    </fieldset>
  );
};
