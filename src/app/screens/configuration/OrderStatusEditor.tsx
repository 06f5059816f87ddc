import { boolean, type GenericSchema, object } from "valibot";
import { type OrderStatusDraft, orderStatusEditor } from "#machines/directory/descriptors/orderStatuses.ts";
import { CustomFields } from "../../directory/CustomFields.tsx";
import { customValuesSchema } from "../../directory/customValuesSchema.ts";
import { ColourPicker } from "../../ui/ColourPicker.tsx";
import { colourSchema, nameSchema, orderSchema } from "./configurationParts.tsx";
import { describeOrderStatus } from "./describeOrderStatus.ts";
import { EntryEditor, type EntryRoute } from "./EntryEditor.tsx";
import { NameFields } from "./NameFields.tsx";
import { StatusFlagFields } from "./StatusFlagFields.tsx";

const schema: GenericSchema<OrderStatusDraft, OrderStatusDraft> = object({
  name: nameSchema,
  color: colourSchema,
  order: orderSchema,
  isEditable: boolean(),
  isClosed: boolean(),
  isCancel: boolean(),
  isAddStockOperation: boolean(),
  isRequireReason: boolean(),
  isTechnical: boolean(),
  customField: customValuesSchema,
});

export const OrderStatusEditor = (route: EntryRoute) => (
  <EntryEditor
    route={route}
    area="OrderStatus"
    descriptor={orderStatusEditor}
    titles={["Новый статус заказа", "Изменение статуса заказа"]}
    schema={schema}
    describe={describeOrderStatus}
  >
    {(form, { customFields }) => (
      <>
        <NameFields form={form} />
        <ColourPicker
          value={form.watch("color")}
          onChange={(color) => form.setValue("color", color, { shouldDirty: true })}
        />
        <StatusFlagFields form={form} isNew={route.id === undefined} />
        <CustomFields
          definitions={customFields}
          values={form.watch("customField")}
          errors={form.formState.errors.customField}
          onChange={(customField) => form.setValue("customField", customField, { shouldDirty: true })}
        />
      </>
    )}
  </EntryEditor>
);
