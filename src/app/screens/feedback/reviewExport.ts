import { formatDateTime } from "#domain/format.ts";
import type { GuestReviewRow } from "#machines/directory/descriptors/feedback.ts";
import type { ExportColumn } from "../../directory/listParts.ts";
import { caseState } from "./feedbackTexts.ts";

export const reviewExportColumns = (timeZone: string): readonly ExportColumn<GuestReviewRow>[] => [
  { head: "Заказ", value: ({ internalId }) => internalId },
  { head: "Когда", value: ({ createdAt }) => formatDateTime(createdAt, timeZone) },
  { head: "Еда", value: ({ food }) => food },
  { head: "Доставка", value: ({ delivery }) => delivery },
  { head: "Обслуживание", value: ({ service }) => service },
  { head: "Отзыв", value: ({ text }) => text },
  { head: "Просит перезвонить", value: ({ isCallBack }) => isCallBack },
  { head: "Разбор", value: (review) => caseState(review.caseState).title },
];
