import { useMemo } from "react";
import type { UseFormReturn } from "react-hook-form";
import { array, check, type GenericSchema, maxLength, number, object, pipe, rawCheck, regex, string } from "valibot";
import { findAreaFlaw } from "#domain/deliveryZone.ts";
import { type GeoPoint, insertCorner } from "#domain/geometry.ts";
import { parseAmount } from "#domain/money.ts";
import {
  type DeliveryZoneDraft,
  type DeliveryZoneRow,
  deliveryZoneEditor,
  parseStreets,
} from "#machines/directory/descriptors/deliveryZones.ts";
import { MapView } from "../../shared/map/MapView.tsx";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/Field.tsx";
import { isPrepMinutes } from "../catalogue/isPrepMinutes.ts";
import { nameSchema } from "../configuration/configurationParts.tsx";
import { EntryEditor, type EntryRoute } from "../configuration/EntryEditor.tsx";
import { describeZone } from "./describeZone.ts";

const MAX_AMOUNT = 10_000_000;

const amount = pipe(
  string(),
  check((text) => text.trim() === "" || (parseAmount(text) ?? MAX_AMOUNT + 1) <= MAX_AMOUNT, "Сумма в рублях."),
);

const schema: GenericSchema<DeliveryZoneDraft, DeliveryZoneDraft> = pipe(
  object({
    name: pipe(nameSchema, maxLength(100, "Не длиннее 100 знаков.")),
    priority: pipe(string(), regex(/^\s*([1-9]\d{0,2}|1000)\s*$/, "Целое число от 1 до 1000.")),
    polygon: array(object({ lat: number(), lon: number() })),
    streets: string(),
    minAmount: amount,
    price: amount,
    freeFrom: amount,
    minutes: pipe(string(), check(isPrepMinutes, "Целое число от 1 до 600.")),
  }),
  rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const { polygon, streets } = dataset.value;
    const flaw = findAreaFlaw({ polygon, streets: parseStreets(streets) });
    if (flaw)
      addIssue({
        message: flaw,
        path: [{ type: "object", origin: "value", input: dataset.value, key: "polygon", value: polygon }],
      });
  }),
);

type Form = UseFormReturn<DeliveryZoneDraft>;

const TextInput = ({
  form,
  name,
  label,
  hint,
  numeric = true,
}: {
  form: Form;
  name: "name" | "priority" | "price" | "freeFrom" | "minAmount" | "minutes";
  label: string;
  hint?: string;
  numeric?: boolean;
}) => (
  <Field label={label} hint={hint} error={form.formState.errors[name]?.message} isRequired={name === "name"}>
    {(control) => (
      <input
        {...control}
        {...form.register(name)}
        autoComplete="off"
        className="field"
        {...(numeric && { inputMode: "decimal" as const })}
      />
    )}
  </Field>
);

/** Map on which the user draws the border of the zone. The other zones are shown in the background. */
const Border = ({ form, zones, id }: { form: Form; zones: readonly DeliveryZoneRow[]; id: number | undefined }) => {
  const polygon = form.watch("polygon");
  const others = useMemo(() => zones.filter((zone) => zone.id !== id && zone.polygon.length > 0), [zones, id]);
  const set = (corners: GeoPoint[]) => form.setValue("polygon", corners, { shouldDirty: true, shouldValidate: true });
  const error = form.formState.errors.polygon?.message;
  return (
    <div className="grid gap-2">
      <MapView
        label="Граница зоны на карте"
        className="h-[min(60vh,520px)]"
        zones={others}
        corners={polygon}
        onGround={(point) => set(insertCorner(polygon, point))}
        onCornerMove={(index, point) => set(polygon.with(index, point))}
        onCorner={(index) => set(polygon.toSpliced(index, 1))}
      />
      {error && (
        <p role="alert" className="text-sm text-negative">
          {error}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <p className="mr-auto text-sm text-muted">
          Нажмите на карту — появится угол. Угол можно перетащить, нажатие его убирает.
        </p>
        <Button why={polygon.length === 0 ? "Граница не нарисована" : undefined} onClick={() => set([])}>
          Стереть границу
        </Button>
      </div>
    </div>
  );
};

/** Form of a delivery zone. An undefined `id` creates a new zone. */
export const ZoneEditor = (route: EntryRoute) => (
  <EntryEditor
    route={route}
    area="Delivery/Zone"
    descriptor={deliveryZoneEditor}
    titles={["Новая зона доставки", "Изменение зоны доставки"]}
    schema={schema}
    describe={describeZone}
  >
    {(form, { zones }) => (
      <>
        <TextInput form={form} name="name" label="Название" numeric={false} />
        <div className="grid gap-4 min-[560px]:grid-cols-2 min-[1100px]:grid-cols-5">
          <TextInput form={form} name="price" label="Цена доставки, р." hint="Пусто — бесплатно." />
          <TextInput form={form} name="freeFrom" label="Бесплатно от, р." hint="Сумма блюд после скидки." />
          <TextInput form={form} name="minAmount" label="Везём от, р." hint="Оператор сможет принять и меньше." />
          <TextInput form={form} name="minutes" label="Минут в пути" />
          <TextInput form={form} name="priority" label="Приоритет" hint="Где зоны пересекаются, главнее меньший." />
        </div>
        <Border form={form} zones={zones} id={route.id} />
        <Field
          label="Улицы"
          hint="По одной в строке. Нужны для адресов, которых нет на карте."
          error={form.formState.errors.streets?.message}
        >
          {(control) => <textarea {...control} {...form.register("streets")} rows={4} className="field" />}
        </Field>
      </>
    )}
  </EntryEditor>
);
