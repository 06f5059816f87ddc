import type { Plugin } from "vite";

/** Answers a developer's address of a screen with the application's page, as the server does; what is a file or goes to the server stays what it is. */
export const fallback = (): Plugin => ({
  name: "fallback",
  apply: "serve",
  // Given back, so that it comes after the proxy and after the files.
  configureServer: (server) => () => {
    server.middlewares.use((request, _, next) => {
      const [path = ""] = request.url?.split("?") ?? [];
      const isPage = request.method === "GET" && request.headers.accept?.includes("text/html");
      if (isPage && !/\.[^/]*$/.test(path)) request.url = "/index.html";
      next();
    });
  },
});
