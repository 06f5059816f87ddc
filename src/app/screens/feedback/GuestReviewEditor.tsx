import { useState } from "react";
import { boolean, check, type GenericSchema, maxLength, object, pipe, string } from "valibot";
import { formatDateTime } from "#domain/format.ts";
import { formatPhone } from "#domain/phone.ts";
import {
  type GuestReviewRow,
  type ReviewCaseDraft,
  reviewCaseEditor,
} from "#machines/directory/descriptors/feedback.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import type { Fact } from "../../directory/findDifferences.ts";
import { useTimeZone } from "../../services/context.ts";
import { yesOrNo } from "../../shared/yesOrNo.ts";
import { Badge } from "../../ui/Badge.tsx";
import { Field } from "../../ui/Field.tsx";
import { Link } from "../../ui/Link.tsx";
import { TickBox } from "../../ui/TickBox.tsx";
import { caseState } from "./feedbackTexts.ts";

const schema: GenericSchema<ReviewCaseDraft, ReviewCaseDraft> = object({
  caseText: pipe(
    string(),
    check((text) => text.trim() !== "", "Напишите, чем закончилось."),
    maxLength(2000, "Не длиннее 2000 знаков."),
  ),
  isClosed: boolean(),
});

const describeCase = ({ caseText, isClosed }: ReviewCaseDraft): readonly Fact[] => [
  ["Что сделали", caseText],
  ["Разобран", yesOrNo(isClosed)],
];

const Review = ({ review, timeZone }: { review: GuestReviewRow; timeZone: string }) => {
  const { title, colour } = caseState(review.caseState);
  return (
    <section className="card grid gap-2" aria-label="Отзыв">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Link href={`/Company/${review.companyId}/Order/${review.orderId}`} className="font-semibold text-accent">
          Заказ № {review.internalId}
        </Link>
        <Badge colour={colour}>{title}</Badge>
        <span className="text-sm text-muted">{formatDateTime(review.createdAt, timeZone)}</span>
      </p>
      <p>
        Еда {review.food}, доставка {review.delivery}, обслуживание {review.service}
      </p>
      {review.text && <p className="whitespace-pre-line wrap-anywhere">{review.text}</p>}
      {review.isCallBack && <p className="font-semibold">Гость просит перезвонить.</p>}
      {review.phone && (
        <p>
          {review.customerName}{" "}
          <a href={`tel:${review.phone}`} className="text-accent underline">
            {formatPhone(review.phone)}
          </a>
        </p>
      )}
    </section>
  );
};

/**
 * Review of a guest. For a low score there is a form that records how the complaint was handled (areas, section 12).
 */
export const GuestReviewEditor = ({ companyId, id }: { companyId: number; id: number }) => {
  const timeZone = useTimeZone(companyId);
  const [descriptor] = useState(() => reviewCaseEditor(id));
  return (
    <DirectoryEditor
      descriptor={descriptor}
      scope={{ companyId }}
      id={id}
      title="Отзыв гостя"
      schema={schema}
      describe={describeCase}
      returnTo={`/Feedback/Guest?company=${companyId}`}
      savedText={() => "Сохранено"}
      lockedText="Оценки хорошие: разбирать нечего"
    >
      {({ register, formState: { errors } }, review) => (
        <div className="grid gap-3">
          <Review review={review} timeZone={timeZone} />
          {review.caseState !== null && (
            <div className="card grid gap-4">
              <Field
                label="Что сделали"
                isRequired
                error={errors.caseText?.message}
                {...(review.caseUserName && {
                  hint: `Записал: ${review.caseUserName}, ${formatDateTime(review.caseAt ?? "", timeZone)}`,
                })}
              >
                {(control) => <textarea {...control} {...register("caseText")} rows={4} className="field" />}
              </Field>
              <TickBox {...register("isClosed")}>Разобран</TickBox>
            </div>
          )}
        </div>
      )}
    </DirectoryEditor>
  );
};
