import { CircleCheck } from "lucide-react";
import { formatDateTime } from "#domain/format.ts";
import { DEFAULT_TIME_ZONE } from "#domain/zone.ts";
import { type FeedbackRow, feedbackQuery } from "#machines/directory/descriptors/feedback.ts";
import type { ListColumn } from "../../directory/listParts.ts";
import { PagedExport } from "../../directory/PagedExport.tsx";
import { PagedList } from "../../directory/PagedList.tsx";
import { exportColumnsOf } from "../../directory/tableOfRows.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { Badge } from "../../ui/Badge.tsx";
import { FilterChips } from "../../ui/FilterChips.tsx";
import { FeedbackLinks } from "./FeedbackLinks.tsx";
import { threadStates } from "./feedbackTexts.ts";

const FILTERS = ["state"] as const;

const columns: readonly ListColumn<FeedbackRow>[] = [
  {
    head: "Тема",
    cell: ({ subject }) => <span className="wrap-anywhere">{subject}</span>,
    value: ({ subject }) => subject,
    narrow: "lead",
  },
  {
    head: "Состояние",
    cell: ({ state }) => <Badge colour={threadStates[state].colour}>{threadStates[state].title}</Badge>,
    value: ({ state }) => threadStates[state].title,
    narrow: "lead",
  },
  { head: "Кто спросил", cell: ({ userName, isOwn }) => (isOwn ? "вы" : userName) },
  { head: "Компания", cell: ({ companyName }) => companyName ?? "—" },
  { head: "Изменён", cell: ({ changedAt }) => formatDateTime(changedAt, DEFAULT_TIME_ZONE) },
];

const stateOptions = [
  { value: "", title: "Все" },
  { value: "new", title: "Новые" },
  { value: "answered", title: "С ответом" },
  { value: "closed", title: "Закрытые" },
];

/** List of the questions to the support (areas, section 12). */
export const FeedbackList = () => (
  <PagedList
    descriptor={feedbackQuery}
    title="Центр вопросов"
    filters={FILTERS}
    columns={columns}
    open={({ id }) => `/Feedback/${id}`}
    links={[]}
    commands={{
      close: {
        label: "Закрыть",
        icon: <CircleCheck size={16} aria-hidden />,
        title: ({ subject }) => `Закрыть вопрос «${subject}»?`,
        question: () => "Ответ в закрытый вопрос откроет его снова.",
        done: () => "Вопрос закрыт",
      },
    }}
    empty="Вопросов пока нет. Спросите, если что-то не получается."
  >
    {(filter, change) => (
      <>
        <FeedbackLinks />
        <span className="flex-1" />
        <FilterChips
          label="Состояние"
          options={stateOptions}
          value={filter["state"] ?? ""}
          onChoose={(state) => change({ state })}
        />
        <PagedExport name="Вопросы" descriptor={feedbackQuery} columns={exportColumnsOf(columns)} filter={filter} />
        <ActionLink href="/Feedback/New" kind="primary">
          Задать вопрос
        </ActionLink>
      </>
    )}
  </PagedList>
);
