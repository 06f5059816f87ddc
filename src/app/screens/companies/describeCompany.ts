import type { CompanyDraft } from "#machines/directory/descriptors/companies.ts";
import type { Fact } from "../../directory/findDifferences.ts";
import { yesOrNo } from "../../shared/yesOrNo.ts";

/** Returns the values of a company draft as text. */
export const describeCompany = (draft: CompanyDraft): readonly Fact[] => [
  ["Название", draft.name],
  ["Телефон", draft.phone],
  ["Адрес", draft.address],
  ["Сайт", draft.webSite],
  ["Часы работы", draft.workTime],
  ["Ссылка на отзыв в предчеке", yesOrNo(draft.isRequiredFeedback)],
  ["Часовой пояс", draft.timeZone ?? ""],
  ["Начало дня", draft.dayStart ?? ""],
  ["Срок заказа «сейчас», мин", draft.leadMinutes ?? ""],
  ["Логотип", draft.logoUrl ? "есть" : "нет"],
];
