import {
  array,
  boolean,
  type GenericSchema,
  type IssuePathItem,
  number,
  object,
  picklist,
  pipe,
  rawCheck,
  string,
} from "valibot";
import { type DiscountDraft, discountEditor } from "#machines/directory/descriptors/discounts.ts";
import { nameSchema, orderSchema } from "./configurationParts.tsx";
import { DiscountFields } from "./DiscountFields.tsx";
import { DiscountTermsFields } from "./DiscountTermsFields.tsx";
import { describeDiscount } from "./describeDiscount.ts";
import { discountProblems } from "./discountProblems.ts";
import { EntryEditor, type EntryRoute } from "./EntryEditor.tsx";

const type = picklist(["%", "fixed"]);

/** Converts a form field name such as `detail.0.value` into the path of a valibot issue. */
const pathTo = (draft: DiscountDraft, name: string): [IssuePathItem, ...IssuePathItem[]] => {
  const at = (key: string): IssuePathItem => ({
    type: "object",
    origin: "value",
    input: { ...draft },
    key,
    value: undefined,
  });
  const [first = "", ...rest] = name.split(".");
  return [at(first), ...rest.map(at)];
};

const schema: GenericSchema<DiscountDraft, DiscountDraft> = pipe(
  object({
    name: nameSchema,
    order: orderSchema,
    kind: picklist(["general", "custom"]),
    type,
    value: string(),
    detail: array(object({ categoryId: number(), itemId: number(), type, value: string() })),
    terms: object({
      weekdays: array(number()),
      startTime: string(),
      endTime: string(),
      startDate: string(),
      endDate: string(),
      minAmount: string(),
      promoCode: string(),
      maxUses: string(),
      isOncePerCustomer: boolean(),
    }),
  }),
  rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const [name, message] of Object.entries(discountProblems(dataset.value)))
      addIssue({ message, path: pathTo(dataset.value, name) });
  }),
);

export const DiscountEditor = (route: EntryRoute) => (
  <EntryEditor
    route={route}
    area="Discount"
    descriptor={discountEditor}
    titles={["Новая скидка", "Изменение скидки"]}
    schema={schema}
    describe={describeDiscount}
    otherCards={(form) => <DiscountTermsFields form={form} />}
  >
    {(form, choices) => <DiscountFields form={form} choices={choices} />}
  </EntryEditor>
);
