import type { FastifyInstance, FastifyReply } from "fastify";
import { PASSWORD_LENGTH } from "#domain/password.ts";
import { inTransaction } from "../database/transaction.ts";
import { readPasswordLink, setPassword } from "../services/accounts/passwordLinks.ts";
import { Invalid, NotFound } from "../services/shared/domainErrors.ts";
import type { Context } from "./context.ts";
import { escapeHtml, renderPage } from "./html.ts";

const page = (title: string, inside: string): string =>
  renderPage(title, `<main class="card"><h1>${title}</h1>\n${inside}</main>`);

const { min, max } = PASSWORD_LENGTH;

const field = (name: string, label: string, more: string): string => `<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="password" autocomplete="new-password" minlength="${min}" maxlength="${max}" required${more}>`;

const form = (userName: string, problem?: string): string =>
  page(
    "Новый пароль",
    `<p>Для входа под именем <strong>${escapeHtml(userName)}</strong>. Ссылка работает один раз.</p>
${problem ? `<p role="alert" id="problem" class="bad">${escapeHtml(problem)}</p>` : ""}
<form method="post">
<input type="text" name="userName" value="${escapeHtml(userName)}" autocomplete="username" hidden>
${field("password", `Новый пароль, не короче ${min} знаков`, ` autofocus${problem ? ' aria-describedby="problem"' : ""}`)}
${field("repeat", "Ещё раз", "")}
<button class="main">Сохранить</button>
</form>`,
  );

const donePage = page("Пароль сохранён", `<p><a href="/login.html">Войти</a></p>`);

const invalidLinkPage = (sentence: string): string =>
  page("Ссылка не работает", `<p>${escapeHtml(sentence)}</p><p><a href="/login.html">К странице входа</a></p>`);

const readField = (body: unknown, name: string): string => {
  const value: unknown = typeof body === "object" && body !== null ? Reflect.get(body, name) : undefined;
  return typeof value === "string" ? value : "";
};

/** Sends the password page. An invalid link gets status 404 and a page with advice. */
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
    sendPage(reply, async () => form((await readPasswordLink(root, request.params.token)).userName)),
  );
  app.post<{ Params: { token: string } }>(path, (request, reply) =>
    sendPage(reply, async () => {
      const { token } = request.params;
      const { userName } = await readPasswordLink(root, token);
      const password = readField(request.body, "password");
      if (password !== readField(request.body, "repeat"))
        return form(userName, "Пароли не совпадают. Введите их ещё раз.");
      try {
        await inTransaction(root, (tx) => setPassword(tx, token, password));
      } catch (failure) {
        if (failure instanceof Invalid) return form(userName, failure.message);
        throw failure;
      }
      return donePage;
    }),
  );
};
