import { useMemo } from "react";
import type { Schemas } from "#api/client.ts";
import { formatDateTime } from "#domain/format.ts";
import { type GuestReviewRow, guestReviewsQuery } from "#machines/directory/descriptors/feedback.ts";
import type { TableColumn } from "../../directory/listParts.ts";
import { PagedExport } from "../../directory/PagedExport.tsx";
import { PagedList } from "../../directory/PagedList.tsx";
import { useTimeZone } from "../../services/context.ts";
import { useQueryText } from "../../shared/useQueryText.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { Badge } from "../../ui/Badge.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { FeedbackLinks, useReviewedCompanies } from "./FeedbackLinks.tsx";
import { caseState } from "./feedbackTexts.ts";
import { reviewExportColumns } from "./reviewExport.ts";

const FILTERS = ["case"] as const;

const columnsFor = (timeZone: string): readonly TableColumn<GuestReviewRow>[] => [
  { head: "Заказ", cell: ({ internalId }) => `№ ${internalId}`, narrow: "lead" },
  {
    head: "Разбор",
    cell: (review) => {
      const { title, colour } = caseState(review.caseState);
      return <Badge colour={colour}>{title}</Badge>;
    },
    narrow: "lead",
  },
  { head: "Еда", cell: ({ food }) => food, align: "right" },
  { head: "Доставка", cell: ({ delivery }) => delivery, align: "right" },
  { head: "Обслуживание", cell: ({ service }) => service, align: "right" },
  {
    head: "Отзыв",
    cell: ({ text, isCallBack }) => (
      <span className="line-clamp-2 wrap-anywhere whitespace-normal">
        {isCallBack && <strong>Просит перезвонить. </strong>}
        {text || "—"}
      </span>
    ),
  },
  { head: "Когда", cell: ({ createdAt }) => formatDateTime(createdAt, timeZone) },
];

const caseOptions = [
  { value: "", title: "Все" },
  { value: "open", title: "Разобрать" },
  { value: "closed", title: "Разобраны" },
];

const CompanyReviews = ({
  company,
  companies,
  onChoose,
}: {
  company: Schemas["Company"];
  companies: readonly Schemas["Company"][];
  onChoose: (companyId: string) => void;
}) => {
  const descriptor = useMemo(() => guestReviewsQuery(company.id), [company.id]);
  const timeZone = useTimeZone(company.id);
  return (
    <PagedList
      descriptor={descriptor}
      title="Отзывы гостей"
      filters={FILTERS}
      columns={columnsFor(timeZone)}
      open={({ id }) => `/Feedback/Guest/${company.id}/${id}`}
      links={[]}
      commands={{}}
      empty="Отзывов пока нет. Гости пишут их по ссылке в предчеке."
    >
      {(filter, change) => (
        <>
          <FeedbackLinks />
          <span className="flex-1" />
          {companies.length > 1 && (
            <select
              aria-label="Компания"
              className="field w-auto"
              value={company.id}
              onChange={({ target }) => onChoose(target.value)}
            >
              {companies.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
          <PagedExport
            key={timeZone}
            name="Отзывы гостей"
            descriptor={descriptor}
            columns={reviewExportColumns(timeZone)}
            filter={filter}
          />
          <FilterChips
            label="Разбор"
            options={caseOptions}
            value={filter["case"] ?? ""}
            onChoose={(value) => change({ case: value })}
          />
        </>
      )}
    </PagedList>
  );
};

const NoReviews = () => {
  useTitle("Отзывы гостей");
  return (
    <>
      <h1 className="mb-3">Отзывы гостей</h1>
      <div className="mb-3">
        <FeedbackLinks />
      </div>
      <p className="card text-muted">Отзывы видят те, у кого есть право «Ответы на отзывы и вопросы».</p>
    </>
  );
};

/** List of guests' reviews, with a choice of the company (areas, section 12). */
export const GuestReviewList = () => {
  const companies = useReviewedCompanies();
  const [chosen, choose] = useQueryText("company");
  const company = companies.find(({ id }) => String(id) === chosen) ?? companies[0];
  if (!company) return <NoReviews />;
  return <CompanyReviews key={company.id} company={company} companies={companies} onChoose={choose} />;
};
