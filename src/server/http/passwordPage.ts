import type { FastifyInstance, FastifyReply } from "fastify";
import { PASSWORD_LENGTH } from "#domain/password.ts";
import { inTransaction } from "../database/transaction.ts";
import { type OneTimeLink, readOneTimeLink, setPasswordByLink } from "../services/companies/oneTimeLinks.ts";
import { Conflict, Invalid, NotFound } from "../services/shared/domainErrors.ts";
import type { Context } from "./context.ts";
import { escapeHtml, renderPage } from "./html.ts";

const page = (title: string, inside: string): string =>
  renderPage(title, `<main class="card"><h1>${title}</h1>\n${inside}</main>`);

const { min, max } = PASSWORD_LENGTH;

const field = (name: string, label: string, more: string): string => `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="password" autocomplete="new-password" minlength="${min}" maxlength="${max}" required${more}>`;

const titleOf = ({ companyName }: OneTimeLink): string => (companyName === undefined ? "Новый пароль" : "Приглашение");

const introduce = ({ userName, companyName = "", roleName }: OneTimeLink): string => {
  const name = `<strong>${escapeHtml(userName)}</strong>`;
  if (roleName === undefined) return `<p>Для входа под именем ${name}. Ссылка работает один раз.</p>`;
  return `<p>Вас приглашают в компанию <strong>${escapeHtml(companyName)}</strong>. Роль: ${escapeHtml(roleName)}.</p>
<p>Придумайте пароль, чтобы входить под именем ${name}.</p>`;
};

/**
 * Returns a paragraph with a sign-in link for an invitation, because the invited user may already have an account.
 * Returns an empty text for a password link. The secret is in the URL fragment, which browsers do not send to the
 * server.
 */
const offerSignIn = ({ companyName }: OneTimeLink, secret: string): string =>
  companyName === undefined
    ? ""
    : `<p>Это имя уже ваше? <a href="/#invitation=${encodeURIComponent(secret)}">Войдите и примите приглашение</a>.</p>`;

const form = (link: OneTimeLink, secret: string, problem?: string): string =>
  page(
    titleOf(link),
    `${introduce(link)}
${problem ? `<p role="alert" id="problem" class="bad">${escapeHtml(problem)}</p>` : ""}
<form method="post">
<input type="text" name="userName" value="${escapeHtml(link.userName)}" autocomplete="username" hidden>
${field("password", `Новый пароль, не короче ${min} знаков`, ` autofocus${problem ? ' aria-describedby="problem"' : ""}`)}
${field("repeat", "Ещё раз", "")}
<button class="main">Сохранить</button>
</form>
${offerSignIn(link, secret)}`,
  );

const donePage = page("Пароль сохранён", `<p><a href="/login.html">Войти</a></p>`);

const invalidLinkPage = (sentence: string): string =>
  page("Ссылка не работает", `<p>${escapeHtml(sentence)}</p><p><a href="/login.html">К странице входа</a></p>`);

const readField = (body: unknown, name: string): string => {
  const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === "string" ? value : "";
};

/** Sends the password page. For an invalid link, sends a page with advice and status 404. */
const sendPage = async (reply: FastifyReply, work: () => Promise<string>) => {
  reply.type("text/html; charset=utf-8");
  try {
    return reply.send(await work());
  } catch (failure) {
    if (!(failure instanceof NotFound)) throw failure;
    return reply.code(404).send(invalidLinkPage(failure.message));
  }
};

/** Serves the page on which a user sets a password through a one-time link. */
export const servePasswordPage = (app: FastifyInstance, { root }: Context): void => {
  const path = "/password/:token";
  app.get<{ Params: { token: string } }>(path, (request, reply) =>
    sendPage(reply, async () => form(await readOneTimeLink(root, request.params.token), request.params.token)),
  );
  app.post<{ Params: { token: string } }>(path, (request, reply) =>
    sendPage(reply, async () => {
      const { token } = request.params;
      const link = await readOneTimeLink(root, token);
      const password = readField(request.body, "password");
      if (password !== readField(request.body, "repeat"))
        return form(link, token, "Пароли не совпадают. Введите их ещё раз.");
      try {
        await inTransaction(root, (tx) => setPasswordByLink(tx, token, password));
      } catch (failure) {
        if (failure instanceof Invalid || failure instanceof Conflict) return form(link, token, failure.message);
        throw failure;
      }
      return donePage;
    }),
  );
};
