import { useState } from "react";
import { boolean, check, type GenericSchema, maxLength, object, pipe, string } from "valibot";
import type { Schemas } from "#api/client.ts";
import { formatDateTime } from "#domain/format.ts";
import { DEFAULT_TIME_ZONE } from "#domain/zone.ts";
import { type AnswerDraft, answerEditor } from "#machines/directory/descriptors/feedback.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import type { Fact } from "../../directory/findDifferences.ts";
import { yesOrNo } from "../../shared/yesOrNo.ts";
import { Badge } from "../../ui/Badge.tsx";
import { classNames } from "../../ui/classNames.ts";
import { Field } from "../../ui/Field.tsx";
import { Link } from "../../ui/Link.tsx";
import { TickBox } from "../../ui/TickBox.tsx";
import { threadStates } from "./feedbackTexts.ts";

type Thread = Schemas["FeedbackThread"];

const schema: GenericSchema<AnswerDraft, AnswerDraft> = object({
  text: pipe(
    string(),
    check((text) => text.trim() !== "", "Напишите ответ."),
    maxLength(4000, "Не длиннее 4000 знаков."),
  ),
  isFaq: boolean(),
});

const describeAnswer = ({ text, isFaq }: AnswerDraft): readonly Fact[] => [
  ["Ответ", text],
  ["В частых вопросах", yesOrNo(isFaq)],
];

const Message = ({ message: { text, isAnswer, userName, at } }: { message: Thread["messages"][number] }) => (
  <li className={classNames("card max-w-3xl", isAnswer && "ml-6 border-l-4 border-l-accent")}>
    <p className="mb-1 text-xs text-muted">
      {userName}
      {isAnswer && ", поддержка"} · {formatDateTime(at, DEFAULT_TIME_ZONE)}
    </p>
    <p className="whitespace-pre-line wrap-anywhere">{text}</p>
  </li>
);

/**
 * Returns true if the page of a question is a path of the application. Any other text is shown without a link, because
 * it could be the address of a harmful site.
 */
const isOwnPath = (page: string): boolean =>
  page.startsWith("/") && URL.canParse(page, location.href) && new URL(page, location.href).origin === location.origin;

const Attachments = ({ thread: { page, trace } }: { thread: Thread }) => (
  <>
    {page && (
      <p className="text-sm wrap-anywhere">
        Страница:{" "}
        {isOwnPath(page) ? (
          <Link href={page} className="text-accent underline">
            {page}
          </Link>
        ) : (
          page
        )}
      </p>
    )}
    {trace && (
      <details className="text-sm">
        <summary className="cursor-pointer text-accent">След для поддержки</summary>
        <pre className="mt-2 max-h-80 overflow-auto rounded-md bg-sunken p-2 text-xs wrap-anywhere whitespace-pre-wrap">
          {trace}
        </pre>
      </details>
    )}
  </>
);

const Conversation = ({ thread }: { thread: Thread }) => (
  <>
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <h2 className="text-base font-semibold wrap-anywhere">{thread.subject}</h2>
      <Badge colour={threadStates[thread.state].colour}>{threadStates[thread.state].title}</Badge>
      <span className="text-sm text-muted">{thread.companyName ?? "Не о компании"}</span>
    </div>
    <Attachments thread={thread} />
    <ul aria-label="Сообщения" className="grid gap-2">
      {thread.messages.map((message) => (
        <Message key={message.id} message={message} />
      ))}
    </ul>
  </>
);

/** Conversation about a question, with the form for the next message (areas, section 12). */
export const ThreadEditor = ({ id }: { id: number }) => {
  const [descriptor] = useState(() => answerEditor(id));
  return (
    <DirectoryEditor
      descriptor={descriptor}
      scope={undefined}
      id={id}
      title="Вопрос"
      schema={schema}
      describe={describeAnswer}
      returnTo="/Feedback"
      saveLabel="Отправить"
      savedText={() => "Ответ отправлен"}
      missingText="Такого вопроса нет, или он вам не доступен."
    >
      {({ register, formState: { errors } }, thread) => (
        <div className="grid gap-3">
          <Conversation thread={thread} />
          <div className="card grid max-w-3xl gap-4">
            <Field
              label={thread.isOwn ? "Дополнить" : "Ответить"}
              isRequired
              error={errors.text?.message}
              {...(thread.isOwn && thread.state !== "new" && { hint: "Вопрос снова станет новым." })}
            >
              {(control) => <textarea {...control} {...register("text")} rows={4} className="field" />}
            </Field>
            {thread.mayPublish && <TickBox {...register("isFaq")}>Показать в частых вопросах</TickBox>}
          </div>
        </div>
      )}
    </DirectoryEditor>
  );
};
