import type { UseFormReturn } from "react-hook-form";
import { boolean, type GenericSchema, maxLength, object, pipe, string } from "valibot";
import { type ExternalMethodDraft, externalMethodEditor } from "#machines/directory/descriptors/externalMethods.ts";
import { Field } from "../../ui/Field.tsx";
import { nameSchema } from "./configurationParts.tsx";
import { describeExternalMethod } from "./describeExternalMethod.ts";
import { EntryEditor, type EntryRoute } from "./EntryEditor.tsx";

const schema: GenericSchema<ExternalMethodDraft, ExternalMethodDraft> = object({
  name: nameSchema,
  shopId: pipe(string(), maxLength(50, "Не длиннее 50 знаков.")),
  secretKey: pipe(string(), maxLength(200, "Не длиннее 200 знаков.")),
  secretEnd: string(),
  notificationPath: string(),
  isSandbox: boolean(),
  isSbp: boolean(),
});

const Shop = ({ form }: { form: UseFormReturn<ExternalMethodDraft> }) => {
  const { errors, defaultValues } = form.formState;
  const secretEnd = form.watch("secretEnd");
  const isKept = secretEnd !== "";
  return (
    <>
      <Field
        label="Номер магазина (shopId)"
        hint={
          isKept
            ? "Другой магазин — это другой способ: так возвраты находят свой магазин."
            : "Есть в личном кабинете ЮKassa, в настройках магазина."
        }
        error={errors.shopId?.message}
      >
        {(control) => (
          <input
            {...control}
            {...form.register("shopId")}
            readOnly={isKept && defaultValues?.shopId !== ""}
            autoComplete="off"
            className="field max-w-md"
          />
        )}
      </Field>
      <Field
        label="Секретный ключ"
        hint={
          isKept
            ? `Сейчас ключ кончается на …${secretEnd}. Пусто — останется он. Новый сначала проверим.`
            : "Перед сохранением спросим ЮKassa, подходит ли он. Показать его потом будет нельзя."
        }
        error={errors.secretKey?.message}
      >
        {(control) => (
          <input
            {...control}
            {...form.register("secretKey")}
            type="password"
            autoComplete="new-password"
            className="field max-w-md"
          />
        )}
      </Field>
    </>
  );
};

const NotificationAddress = ({ path }: { path: string }) => (
  <Field label="Адрес для уведомлений" hint="Укажите его в ЮKassa, чтобы оплата приходила сразу.">
    {(control) => <input {...control} readOnly value={`${location.origin}${path}`} className="field" />}
  </Field>
);

/** Form of an external payment method. An undefined `id` creates a new method. */
export const ExternalMethodEditor = (route: EntryRoute) => (
  <EntryEditor
    route={route}
    area="PaymentMethodExternal"
    descriptor={externalMethodEditor}
    titles={["Новый магазин ЮKassa", "Изменение внешнего способа оплаты"]}
    schema={schema}
    describe={describeExternalMethod}
  >
    {(form) => (
      <>
        <Field label="Название" isRequired error={form.formState.errors.name?.message}>
          {(control) => <input {...control} {...form.register("name")} autoComplete="off" className="field" />}
        </Field>
        {form.watch("isSandbox") ? (
          <p className="text-sm text-muted">Учебная система: счета проводит этот сервер, денег никто не платит.</p>
        ) : (
          <>
            <Shop form={form} />
            <label className="flex min-h-8 items-center gap-2">
              <input type="checkbox" className="size-4 accent-accent" {...form.register("isSbp")} />
              Только СБП: гость платит по QR-коду из приложения банка
            </label>
            {form.watch("notificationPath") !== "" && <NotificationAddress path={form.watch("notificationPath")} />}
          </>
        )}
      </>
    )}
  </EntryEditor>
);
