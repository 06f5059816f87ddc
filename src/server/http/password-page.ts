import type { FastifyInstance } from "fastify";
import { inTransaction } from "../database/transaction.ts";
import { Problem } from "../problem.ts";
import { setPassword } from "../services/password-links.ts";
import type { Context } from "./context.ts";
import { escapeHtml, htmlPage } from "./html.ts";

const MIN_LENGTH = 8;
const MAX_LENGTH = 200;

const form = (message: string): string =>
  htmlPage(
    "Новый пароль",
    `<main class="card"><h1>Новый пароль</h1>
<p>${escapeHtml(message)}</p>
<form method="post">
<label for="password">Пароль, не короче ${MIN_LENGTH} знаков</label>
<input id="password" name="password" type="password" autocomplete="new-password" minlength="${MIN_LENGTH}" maxlength="${MAX_LENGTH}" required autofocus>
<button class="main">Сохранить</button>
</form></main>`,
  );

const done = htmlPage(
  "Пароль сохранён",
  `<main class="card"><h1>Пароль сохранён</h1><p><a href="/login.html">Войти</a></p></main>`,
);

const typed = (body: unknown): string =>
  typeof body === "object" && body !== null && "password" in body ? String(body.password) : "";

/** The page behind the one-time link that the first start prints. */
export const servePasswordPage = (app: FastifyInstance, { root }: Context): void => {
  const path = "/password/:token";
  app.get(path, async (_request, reply) =>
    reply.type("text/html; charset=utf-8").send(form("Ссылка работает один раз.")),
  );
  app.post<{ Params: { token: string } }>(path, async (request, reply) => {
    reply.type("text/html; charset=utf-8");
    const password = typed(request.body);
    if (password.length < MIN_LENGTH || password.length > MAX_LENGTH)
      return reply.send(form("Пароль слишком короткий или слишком длинный."));
    try {
      await inTransaction(root, (tx) => setPassword(tx, request.params.token, password));
    } catch (failure) {
      if (failure instanceof Problem) return reply.code(failure.status).send(form(failure.message));
      throw failure;
    }
    return reply.send(done);
  });
};
