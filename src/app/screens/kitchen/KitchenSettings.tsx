import { check, forward, type GenericSchema, number, object, picklist, pipe } from "valibot";
import {
  type KitchenSettingsChoices,
  type KitchenSettingsDraft,
  kitchenSettingsEditor,
} from "#machines/directory/descriptors/kitchenSettings.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import type { Fact } from "../../directory/findDifferences.ts";
import { Field } from "../../ui/Field.tsx";
import { successText } from "../configuration/configurationParts.tsx";
import { StatusField } from "../configuration/StatusField.tsx";

const sendings = {
  time: "Сразу, как только принят",
  status: "Когда получит статус",
  button: "По кнопке «На кухню»",
} as const;

const schema: GenericSchema<KitchenSettingsDraft, KitchenSettingsDraft> = pipe(
  object({
    sendBy: picklist(["time", "status", "button"]),
    sendStatusId: number(),
    startStatusId: number(),
    readyStatusId: number(),
  }),
  forward(
    check(({ sendBy, sendStatusId }) => sendBy !== "status" || sendStatusId > 0, "Выберите статус."),
    ["sendStatusId"],
  ),
);

const describeSettings = (draft: KitchenSettingsDraft, { statuses }: KitchenSettingsChoices): readonly Fact[] => {
  const nameOf = (id: number) => statuses.find((one) => one.id === id)?.name ?? "Не менять";
  return [
    ["Заказ попадает на кухню", sendings[draft.sendBy]],
    ["Статус, с которым заказ попадает на кухню", nameOf(draft.sendStatusId)],
    ["Первое блюдо начали", nameOf(draft.startStatusId)],
    ["Последнее блюдо готово", nameOf(draft.readyStatusId)],
  ];
};

/**
 * Form of the kitchen settings: the event that sends an order to the kitchen, and the order statuses that the kitchen
 * sets.
 */
export const KitchenSettings = ({ companyId }: { companyId: number }) => {
  return (
    <DirectoryEditor
      descriptor={kitchenSettingsEditor}
      scope={{ companyId }}
      id={companyId}
      title="Настройки кухни"
      schema={schema}
      describe={describeSettings}
      returnTo={`/Company/${companyId}/Kitchen`}
      savedText={successText}
    >
      {(form, { statuses }) => (
        <div className="card grid gap-4">
          <Field label="Заказ попадает на кухню" className="max-w-sm" error={form.formState.errors.sendBy?.message}>
            {(control) => (
              <select {...control} {...form.register("sendBy")} className="field">
                {Object.entries(sendings).map(([value, title]) => (
                  <option key={value} value={value}>
                    {title}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {form.watch("sendBy") === "status" && (
            <StatusField form={form} name="sendStatusId" label="Статус" empty="Выберите статус" statuses={statuses} />
          )}
          <StatusField
            form={form}
            name="startStatusId"
            label="Начали первое блюдо — статус заказа"
            statuses={statuses}
          />
          <StatusField
            form={form}
            name="readyStatusId"
            label="Готово последнее блюдо — статус заказа"
            statuses={statuses}
          />
        </div>
      )}
    </DirectoryEditor>
  );
};
