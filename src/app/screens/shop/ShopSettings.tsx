import type { UseFormReturn } from "react-hook-form";
import { array, boolean, check, type GenericSchema, maxLength, number, object, pipe, regex, string } from "valibot";
import { type ShopChoices, type ShopDraft, shopEditor } from "#machines/directory/descriptors/shop.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import type { Fact } from "../../directory/findDifferences.ts";
import { yesOrNo } from "../../shared/yesOrNo.ts";
import { Field } from "../../ui/Field.tsx";
import { Link } from "../../ui/Link.tsx";
import { TextField } from "../../ui/TextField.tsx";
import { TickBox } from "../../ui/TickBox.tsx";
import { successText } from "../configuration/configurationParts.tsx";
import { StatusField } from "../configuration/StatusField.tsx";

const timeSchema = pipe(string(), regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Укажите время."));

const schema: GenericSchema<ShopDraft, ShopDraft> = object({
  slug: pipe(
    string(),
    regex(/^\s*[a-z0-9][a-z0-9-]+\s*$/, "Латинские строчные буквы, цифры и дефис, от двух знаков."),
    check((slug) => slug.trim().length >= 2, "Не короче двух знаков."),
    maxLength(40, "Не длиннее 40 знаков."),
  ),
  opensAt: timeSchema,
  closesAt: timeSchema,
  isPaused: boolean(),
  paymentMethodsId: array(number()),
  statusId: number(),
});

const FIRST_STATUS = "Первый из списка";

const describeShop = (draft: ShopDraft, { methods, statuses }: ShopChoices): readonly Fact[] => [
  ["Адрес", draft.slug],
  ["Часы", `${draft.opensAt}–${draft.closesAt}`],
  ["Приём заказов остановлен", yesOrNo(draft.isPaused)],
  [
    "Способы оплаты",
    methods
      .filter(({ id }) => draft.paymentMethodsId.includes(id))
      .map(({ name }) => name)
      .join(", ") || "—",
  ],
  ["Статус новых заказов", statuses.find(({ id }) => id === draft.statusId)?.name ?? FIRST_STATUS],
];

const AddressField = ({ form }: { form: UseFormReturn<ShopDraft> }) => {
  const saved = form.formState.defaultValues?.slug ?? "";
  return (
    <div className="grid gap-1">
      <TextField
        label="Адрес магазина"
        isRequired
        className="max-w-sm"
        value={form.watch("slug")}
        error={form.formState.errors.slug?.message}
        hint="Последняя часть ссылки: /shop/ваш-адрес. Латиница, цифры и дефис."
        autoCapitalize="none"
        spellCheck={false}
        onText={(slug) =>
          form.setValue("slug", slug, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })
        }
      />
      {saved && (
        <p className="text-sm">
          Страница для гостей:{" "}
          <a className="text-accent underline" href={`/shop/${saved}`} target="_blank" rel="noreferrer">
            {`${location.host}/shop/${saved}`}
          </a>
        </p>
      )}
    </div>
  );
};

const HoursFields = ({ form }: { form: UseFormReturn<ShopDraft> }) => {
  const { errors } = form.formState;
  const [opensAt, closesAt] = form.watch(["opensAt", "closesAt"]);
  return (
    <div>
      <div className="flex flex-wrap gap-3">
        <Field label="Заказы принимаем с" error={errors.opensAt?.message}>
          {(control) => <input {...control} {...form.register("opensAt")} type="time" className="field w-32" />}
        </Field>
        <Field label="до" error={errors.closesAt?.message}>
          {(control) => <input {...control} {...form.register("closesAt")} type="time" className="field w-32" />}
        </Field>
      </div>
      <p className="mt-0.5 text-muted text-xs">
        {opensAt === closesAt
          ? "Одинаковое время — круглосуточно."
          : opensAt > closesAt
            ? "До этого времени следующего дня."
            : "По времени компании."}
      </p>
    </div>
  );
};

const MethodFields = ({ form, methods }: { form: UseFormReturn<ShopDraft>; methods: ShopChoices["methods"] }) => {
  const chosen = form.watch("paymentMethodsId");
  return (
    <fieldset>
      <legend className="text-muted text-xs">Чем гость может заплатить</legend>
      {methods.map(({ id, name }) => (
        <TickBox
          key={id}
          checked={chosen.includes(id)}
          onChange={({ target }) =>
            form.setValue("paymentMethodsId", target.checked ? [...chosen, id] : chosen.filter((one) => one !== id), {
              shouldDirty: true,
            })
          }
        >
          {name}
        </TickBox>
      ))}
      <p className="text-muted text-xs">
        Выбор гостя оператор увидит в комментарии к заказу. Онлайн гость платит на странице своего заказа.
      </p>
    </fieldset>
  );
};

/** Form of the shop in which guests order: its address, hours, pause, payment methods and first status. */
export const ShopSettings = ({ companyId }: { companyId: number }) => {
  return (
    <DirectoryEditor
      descriptor={shopEditor}
      scope={{ companyId }}
      id={companyId}
      title="Магазин"
      schema={schema}
      describe={describeShop}
      returnTo={`/Company/${companyId}/Shop`}
      savedText={successText}
    >
      {(form, { methods, statuses }) => (
        <div className="card grid gap-4">
          <AddressField form={form} />
          <TickBox {...form.register("isPaused")}>Остановить приём заказов: меню видно, заказать нельзя</TickBox>
          <HoursFields form={form} />
          <MethodFields form={form} methods={methods} />
          <StatusField
            form={form}
            name="statusId"
            label="Статус нового заказа с сайта"
            empty={FIRST_STATUS}
            statuses={statuses}
          />
          <p className="text-sm">
            <Link href={`/Company/${companyId}/Shop/Category`} className="text-accent underline">
              Категории магазина
            </Link>
          </p>
        </div>
      )}
    </DirectoryEditor>
  );
};
