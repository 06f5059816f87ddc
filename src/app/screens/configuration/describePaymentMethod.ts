import {
  findName,
  type PaymentMethodChoices,
  type PaymentMethodDraft,
} from "#machines/directory/descriptors/paymentMethods.ts";
import type { Fact } from "../../directory/findDifferences.ts";
import { yesOrNo } from "../../shared/yesOrNo.ts";

/** Returns the values of a payment method draft as text. */
export const describePaymentMethod = (
  draft: PaymentMethodDraft,
  { sources, externals }: PaymentMethodChoices,
): readonly Fact[] => [
  ["Название", draft.name],
  ["Порядок", draft.order],
  ["Источник финансов", findName(sources, Number(draft.financeSourceId))],
  ["Внешний способ оплаты", findName(externals, Number(draft.externalPaymentMethodId))],
  ["Наличные", yesOrNo(draft.isCash ?? false)],
];
