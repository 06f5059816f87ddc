import { array, boolean, check, type GenericSchema, maxLength, minLength, number, object, pipe, string } from "valibot";
import { type InventoryGroupDraft, inventoryGroupEditor } from "#machines/directory/descriptors/inventoryGroups.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { Field } from "../../ui/Field.tsx";
import { TickBox } from "../../ui/TickBox.tsx";
import { nameSchema } from "../configuration/configurationParts.tsx";
import { describeInventoryGroup } from "./describeInventoryGroup.ts";
import { GroupItems, MOST_ITEMS } from "./GroupItems.tsx";

const MOST_DAYS = 366;

const isInterval = (text: string): boolean => {
  const days = text.trim();
  return days === "" || (/^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= MOST_DAYS);
};

const schema: GenericSchema<InventoryGroupDraft, InventoryGroupDraft> = object({
  name: nameSchema,
  everyDays: pipe(string(), check(isInterval, `Целое число от 1 до ${MOST_DAYS}, или оставьте пустым.`)),
  isBlind: boolean(),
  stockItemIds: pipe(
    array(number()),
    minLength(1, "Добавьте хотя бы один товар."),
    maxLength(MOST_ITEMS, `Не больше ${MOST_ITEMS} товаров.`),
  ),
});

/** Form of a group of stock items that are counted together. If `id` is undefined, the form creates a new group. */
export const InventoryGroupEditor = ({ companyId, id }: { companyId: number; id: number | undefined }) => {
  return (
    <DirectoryEditor
      descriptor={inventoryGroupEditor}
      scope={{ companyId }}
      id={id}
      title={id === undefined ? "Новая группа инвентаризации" : "Изменение группы инвентаризации"}
      schema={schema}
      describe={describeInventoryGroup}
      returnTo={`/Company/${companyId}/InventoryGroup`}
      savedText={() => "Группа сохранена"}
      missingText="Такой группы нет: её удалили, или она вам не доступна."
    >
      {({ register, watch, setValue, formState: { errors, isSubmitted } }, items) => (
        <>
          <div className="card grid gap-4">
            <Field label="Название" isRequired error={errors.name?.message}>
              {(control) => <input {...control} {...register("name")} autoComplete="off" className="field" />}
            </Field>
            <Field
              label="Считать раз в, дней"
              hint="Пустое поле: без расписания"
              error={errors.everyDays?.message}
              className="max-w-60"
            >
              {(control) => (
                <input
                  {...control}
                  {...register("everyDays")}
                  inputMode="numeric"
                  autoComplete="off"
                  className="field"
                />
              )}
            </Field>
            <TickBox {...register("isBlind")}>Вслепую: считающие не видят остаток по учёту</TickBox>
          </div>
          <GroupItems
            items={items}
            ids={watch("stockItemIds")}
            error={errors.stockItemIds?.message}
            onIds={(ids) => setValue("stockItemIds", ids, { shouldDirty: true, shouldValidate: isSubmitted })}
          />
        </>
      )}
    </DirectoryEditor>
  );
};
