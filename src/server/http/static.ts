import { existsSync } from "node:fs";
import { join } from "node:path";
import { fastifyStatic } from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { NotFound } from "../services/shared/domainErrors.ts";

const NOT_PAGES = /^\/(api|token|password|geo|sandbox|assets|health|ready)(\/|$|\?)/;
const HASHED = /[/\\]assets[/\\]/;

const wantsPage = (request: FastifyRequest): boolean =>
  (request.method === "GET" || request.method === "HEAD") &&
  !NOT_PAGES.test(request.url) &&
  !/\.[a-z0-9]{2,5}$/i.test(request.url.split("?")[0] ?? "");

/**
 * Serves the built client application, if it exists. Browsers cache files with a hash in their name forever and
 * revalidate pages; unknown paths get the application's page.
 */
export const serveApplication = async (app: FastifyInstance, dist: string): Promise<void> => {
  const isBuilt = existsSync(join(dist, "index.html"));
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
    if (!isBuilt || !wantsPage(request)) throw new NotFound("Такой страницы или записи нет.");
    return reply.sendFile("index.html");
  });
};
