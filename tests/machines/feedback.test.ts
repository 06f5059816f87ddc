import { expect, test } from "vitest";
import {
  answerEditor,
  feedbackFaqQuery,
  feedbackQuery,
  guestReviewsQuery,
  questionEditor,
  reviewCaseEditor,
} from "#machines/directory/descriptors/feedback.ts";
import { describedApi } from "../support/machines/describedApi.ts";

const { signal } = new AbortController();

test("questions to the support — are requested with filter and cursor, and are closed with version and idempotency key", async () => {
  const { api, calls } = describedApi();
  const { rows } = await feedbackQuery.page(api, { state: "answered" }, undefined, signal);
  await feedbackQuery.page(api, { state: "unknown" }, "next-page", signal);
  const [row] = rows;
  if (!row) throw new Error("No question was listed");
  await feedbackQuery.commands.close(api, { ...row, version: 4 }, { key: "close-key", signal }, undefined);
  await feedbackFaqQuery.load(api, {}, signal);
  expect(calls.map(({ path, query, version, key }) => [path, query, version, key])).toEqual([
    ["/api/Feedback", { state: "answered" }, null, null],
    ["/api/Feedback", { cursor: "next-page" }, null, null],
    [`/api/Feedback/${row.id}/Close`, {}, '"4"', "close-key"],
    ["/api/Feedback/Faq", {}, null, null],
  ]);
});

test("new question — contains at most 100,000 characters of the step log, and only if the user agrees", async () => {
  const { api, calls } = describedApi();
  const scope = { page: "/Company/1", companyId: 1, trace: () => "x".repeat(100_010) };
  const draft = { ...questionEditor.blank(scope, undefined), subject: " Тема ", text: " Текст " };
  expect(draft.isTraceAttached).toBe(true);
  const save = (isTraceAttached: boolean, companyId: number) =>
    questionEditor.save(
      api,
      scope,
      { id: undefined, draft: { ...draft, isTraceAttached, companyId }, version: undefined, key: "question-key" },
      signal,
    );
  await save(true, 1);
  await save(false, 0);
  expect(calls.map(({ body }) => body)).toEqual([
    { subject: "Тема", text: "Текст", companyId: 1, page: "/Company/1", trace: "x".repeat(100_000) },
    { subject: "Тема", text: "Текст", companyId: null, page: "/Company/1", trace: null },
  ]);
});

test("answer to a question and outcome of a review — are sent with the version and the idempotency key", async () => {
  const { api, calls } = describedApi();
  const answer = answerEditor(7);
  const opened = await answer.read(api, undefined, 7, signal);
  await answer.save(
    api,
    undefined,
    { id: 7, draft: { ...opened.draft, text: " Да " }, version: 3, key: "answer-key" },
    signal,
  );
  const outcome = reviewCaseEditor(5);
  const scope = { companyId: 1 };
  await outcome.read(api, scope, 5, signal);
  for (const isClosed of [true, false])
    await outcome.save(
      api,
      scope,
      { id: 5, draft: { caseText: "Готово", isClosed }, version: 2, key: "case-key" },
      signal,
    );
  await guestReviewsQuery(1).page(api, { case: "open" }, undefined, signal);
  const writes = calls.filter(({ method }) => method !== "GET");
  expect(writes.map(({ path, body, version, key }) => [path, body, version, key])).toEqual([
    ["/api/Feedback/7/Answer", { text: "Да", isFaq: false }, '"3"', "answer-key"],
    ["/api/Feedback/5/Company/1/Guest", { companyId: 1, caseState: "closed", caseText: "Готово" }, '"2"', "case-key"],
    ["/api/Feedback/5/Company/1/Guest", { companyId: 1, caseState: "open", caseText: "Готово" }, '"2"', "case-key"],
  ]);
});
