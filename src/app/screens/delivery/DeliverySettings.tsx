import { type GenericSchema, number, object } from "valibot";
import {
  type DeliverySettingsChoices,
  type DeliverySettingsDraft,
  deliverySettingsEditor,
} from "#machines/directory/descriptors/deliverySettings.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import type { Fact } from "../../directory/findDifferences.ts";
import { successText } from "../configuration/configurationParts.tsx";
import { StatusField } from "../configuration/StatusField.tsx";

const schema: GenericSchema<DeliverySettingsDraft, DeliverySettingsDraft> = object({
  startStatusId: number(),
  deliveredStatusId: number(),
});

const describeSettings = (draft: DeliverySettingsDraft, { statuses }: DeliverySettingsChoices): readonly Fact[] => {
  const nameOf = (id: number) => statuses.find((one) => one.id === id)?.name ?? "Не менять";
  return [
    ["Курьер уехал", nameOf(draft.startStatusId)],
    ["Заказ доставлен", nameOf(draft.deliveredStatusId)],
  ];
};

/**
 * Form of the delivery settings: the statuses that an order gets when the courier leaves, and when the order is
 * delivered.
 */
export const DeliverySettings = ({ companyId }: { companyId: number }) => {
  return (
    <DirectoryEditor
      descriptor={deliverySettingsEditor}
      scope={{ companyId }}
      id={companyId}
      title="Настройки доставки"
      schema={schema}
      describe={describeSettings}
      returnTo={`/Company/${companyId}/Delivery`}
      savedText={successText}
    >
      {(form, { openStatuses, statuses }) => (
        <div className="card grid gap-4">
          <StatusField form={form} name="startStatusId" label="Курьер уехал — статус заказа" statuses={openStatuses} />
          <StatusField
            form={form}
            name="deliveredStatusId"
            label="Заказ доставлен — статус заказа"
            statuses={statuses}
          />
          <p className="max-w-sm text-sm text-muted">
            Неоплаченный заказ не закрывается сам: сначала подтвердите деньги, которые принял курьер.
          </p>
        </div>
      )}
    </DirectoryEditor>
  );
};
