import { existsSync } from "node:fs";
import { join } from "node:path";
import { fastifyStatic } from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { HttpProblem } from "./httpProblem.ts";

const NOT_PAGES = /^\/(api|token|password|geo|sandbox|shop|assets|health|ready|metrics)(\/|$|\?)/;
const HASHED = /[/\\]assets[/\\]/;

const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === "GET" || request.method === "HEAD") &&
  !NOT_PAGES.test(request.url) &&
  !/\.[a-z0-9]{2,5}$/i.test(request.url.split("?")[0] ?? "");

/**
 * Serves the built client application, if it exists. A browser that opens an unknown path gets the page of the
 * application, except for paths of files, of the API and of server-rendered pages. Browsers may cache files with a hash
 * in their name for a year, and must revalidate all other files.
 */
export const serveApplication = async (app: FastifyInstance, dist: string, documentedOnly: boolean): Promise<void> => {
  const isBuilt = existsSync(join(dist, "index.html"));
  // The documented operations need no cookies. In this mode, `config.js` therefore tells the client to request the
  // refresh token in the response body and to store it.
  if (documentedOnly)
    app.get("/config.js", async (_request, reply) =>
      reply.type("text/javascript; charset=utf-8").send('globalThis.appConfig = { session: "body" };\n'),
    );
  if (isBuilt)
    await app.register(fastifyStatic, {
      root: dist,
      wildcard: true,
      preCompressed: true,
      index: ["index.html"],
      cacheControl: false,
      dotfiles: "ignore",
      setHeaders: (reply, path) => {
        reply.header("cache-control", HASHED.test(path) ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    if (!isBuilt || !wantsPage(request)) throw new HttpProblem(404, "Такой страницы нет.");
    return reply.sendFile("index.html");
  });
};
