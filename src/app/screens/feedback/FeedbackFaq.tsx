import { feedbackFaqQuery } from "#machines/directory/descriptors/feedback.ts";
import { ActionLink } from "../../shared/ActionLink.tsx";
import { QueryResult } from "../../shared/QueryResult.tsx";
import { useQuery } from "../../shared/useQuery.ts";
import { useTitle } from "../../shared/useTitle.ts";
import { FeedbackLinks } from "./FeedbackLinks.tsx";

const EVERYTHING = {};

/** Frequently asked questions with their answers (areas, section 12). */
export const FeedbackFaq = () => {
  const view = useQuery(feedbackFaqQuery, EVERYTHING);
  useTitle("Частые вопросы");
  return (
    <>
      <h1 className="mb-3">Частые вопросы</h1>
      <div className="mb-3 flex flex-wrap items-center gap-2">
        <FeedbackLinks />
        <span className="flex-1" />
        <ActionLink href="/Feedback/New" kind="primary">
          Задать вопрос
        </ActionLink>
      </div>
      <QueryResult view={view}>
        {(questions) =>
          questions.length === 0 ? (
            <p className="card text-muted">Частых вопросов пока нет.</p>
          ) : (
            <div className="grid gap-2">
              {questions.map(({ id, subject, answer }) => (
                <details key={id} className="card">
                  <summary className="cursor-pointer font-semibold wrap-anywhere">{subject}</summary>
                  <p className="mt-2 whitespace-pre-line wrap-anywhere">{answer}</p>
                </details>
              ))}
            </div>
          )
        }
      </QueryResult>
    </>
  );
};
