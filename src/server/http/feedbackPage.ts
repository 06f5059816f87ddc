import type { FastifyInstance, FastifyReply } from "fastify";
import { inTransaction } from "../database/transaction.ts";
import {
  countReviewAttempt,
  REVIEW_TEXT_LENGTH,
  type ReviewDraft,
  type ReviewLink,
  readReviewLink,
  saveReview,
} from "../services/feedback/reviewLink.ts";
import {
  Conflict,
  DomainError,
  type FieldErrors,
  Invalid,
  NotFound,
  TooMany,
} from "../services/shared/domainErrors.ts";
import type { Context } from "./context.ts";
import { escapeHtml, renderPage } from "./html.ts";

/**
 * Content security policy of the page. It forbids scripts and other servers, and allows the form to be sent only to
 * this server.
 */
const POLICY = "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const page = (title: string, inside: string): string =>
  renderPage(title, `<main class="card review"><h1>${escapeHtml(title)}</h1>\n${inside}</main>`);

const scores = [
  { name: "food", title: "Еда" },
  { name: "delivery", title: "Доставка" },
  { name: "service", title: "Обслуживание" },
] as const;

const blank: ReviewDraft = { food: 0, delivery: 0, service: 0, text: "", isCallBack: false };

const scoreField = (name: string, title: string, value: number, error: string | undefined): string => {
  const marks = [1, 2, 3, 4, 5].map(
    (mark) =>
      `<label class="mark"><input type="radio" name="${name}" value="${mark}" required${
        mark === value ? " checked" : ""
      }><span>${mark}</span></label>`,
  );
  return `<fieldset><legend>${title}</legend>${error ? `<p role="alert" class="bad">${escapeHtml(error)}</p>` : ""}
<div class="marks">${marks.join("")}</div></fieldset>`;
};

const formPage = (link: ReviewLink, draft: ReviewDraft, errors: FieldErrors = {}): string => {
  const greeting = link.greeting || "Спасибо за заказ! Расскажите, как всё прошло.";
  return page(
    link.companyName,
    `<p>Заказ № ${link.internalId}. ${escapeHtml(greeting)}</p>
<p>1 — плохо, 5 — отлично.</p>
<form method="post">
${scores.map(({ name, title }) => scoreField(name, title, draft[name], errors[name])).join("\n")}
<label for="text">Что понравилось, а что нет</label>
${errors["text"] ? `<p role="alert" class="bad">${escapeHtml(errors["text"])}</p>` : ""}
<textarea id="text" name="text" rows="4" maxlength="${REVIEW_TEXT_LENGTH}">${escapeHtml(draft.text)}</textarea>
<label class="tick"><input type="checkbox" name="isCallBack" value="1"${draft.isCallBack ? " checked" : ""}> Перезвоните мне</label>
<button class="main">${link.review ? "Изменить отзыв" : "Отправить отзыв"}</button>
</form>`,
  );
};

const donePage = (isEditable: boolean): string =>
  page(
    "Спасибо за отзыв!",
    isEditable
      ? `<p>Мы его прочитаем. Изменить отзыв можно в течение суток.</p><p><a href="?">Изменить</a></p>`
      : "<p>Мы его прочитали. Изменить отзыв уже нельзя: прошли сутки.</p>",
  );

const problemPage = (title: string, sentence: string): string => page(title, `<p>${escapeHtml(sentence)}</p>`);

const readDraft = (body: unknown): ReviewDraft => {
  const read = (name: string): string => {
    const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
    return typeof value === "string" ? value : "";
  };
  const score = (name: string): number => (/^[1-5]$/.test(read(name)) ? Number(read(name)) : 0);
  return {
    food: score("food"),
    delivery: score("delivery"),
    service: score("service"),
    text: read("text"),
    isCallBack: read("isCallBack") !== "",
  };
};

/** Returns the status code for an error that the page shows to the guest, or undefined for any other error. */
const statusOf = (failure: unknown): number | undefined => {
  if (failure instanceof NotFound) return 404;
  if (failure instanceof Conflict) return 409;
  return failure instanceof TooMany ? 429 : undefined;
};

const sendPage = async (reply: FastifyReply, work: () => Promise<string>) => {
  reply.type("text/html; charset=utf-8").header("content-security-policy", POLICY);
  try {
    return reply.send(await work());
  } catch (failure) {
    const status = statusOf(failure);
    if (status === undefined || !(failure instanceof DomainError)) throw failure;
    if (failure instanceof TooMany) reply.header("retry-after", String(failure.retryAfter));
    return reply
      .code(status)
      .send(problemPage(status === 404 ? "Ссылка не работает" : "Не получилось", failure.message));
  }
};

/** Serves the page on which a guest reviews an order (areas, section 12). The page works without a script. */
export const serveFeedbackPage = (app: FastifyInstance, { root }: Context): void => {
  const path = "/feedback/:token";
  app.get<{ Params: { token: string } }>(path, (request, reply) =>
    sendPage(reply, async () => {
      await countReviewAttempt(root, request.ip.slice(0, 64));
      const link = await readReviewLink(root, request.params.token);
      return link.isEditable ? formPage(link, link.review ?? blank) : donePage(false);
    }),
  );
  app.post<{ Params: { token: string } }>(path, (request, reply) =>
    sendPage(reply, async () => {
      await countReviewAttempt(root, request.ip.slice(0, 64));
      const { token } = request.params;
      const draft = readDraft(request.body);
      try {
        await inTransaction(root, (tx) => saveReview(tx, token, draft));
      } catch (failure) {
        if (!(failure instanceof Invalid)) throw failure;
        reply.code(400);
        return formPage(await readReviewLink(root, token), draft, failure.errors);
      }
      return donePage(true);
    }),
  );
};
