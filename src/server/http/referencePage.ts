import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { FastifyInstance } from "fastify";

const page = `<!doctype html>
<html lang="ru">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Описание API</title>
<style>body { margin: 0 }</style>
</head>
<body>
<div id="reference"></div>
<script src="/api/docs/redoc.js"></script>
<script src="/api/docs/start.js"></script>
</body>
</html>
`;

/** Script that starts Redoc with Russian labels. The texts of the API description are not translated. */
const start = `Redoc.init("/api/openapi.json", {
  disableSearch: true,
  hideDownloadButton: false,
  nativeScrollbars: true,
  labels: {
    downloadSpecification: "Описание API как файл",
    download: "Скачать",
    requestSamples: "Примеры запроса",
    responseSamples: "Примеры ответа",
    responses: "Ответы",
    recursive: "Вложено в себя",
    enum: "Значения",
    enumSingleValue: "Значение",
    default: "По умолчанию",
    example: "Пример",
    examples: "Примеры"
  }
}, document.getElementById("reference"));
`;

/**
 * Content security policy of the reference page. It allows inline styles, because the script of Redoc adds style
 * elements.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Serves the reference page of the API at /api/docs. */
export const serveReferencePage = (app: FastifyInstance): void => {
  let redoc: string | undefined;
  const script = "text/javascript; charset=utf-8";
  const cached = "public, max-age=3600";
  app.get("/api/docs", async (_request, reply) =>
    reply.type("text/html; charset=utf-8").header("content-security-policy", POLICY).send(page),
  );
  app.get("/api/docs/redoc.js", async (_request, reply) => {
    redoc ??= readFileSync(createRequire(import.meta.url).resolve("redoc/bundles/redoc.standalone.js"), "utf8");
    return reply.type(script).header("cache-control", cached).send(redoc);
  });
  app.get("/api/docs/start.js", async (_request, reply) =>
    reply.type(script).header("cache-control", cached).send(start),
  );
};
