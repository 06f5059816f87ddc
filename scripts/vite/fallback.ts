import type { Plugin } from "vite";

/**
 * Returns a Vite plugin that serves the application's page at the path of any screen, as the server does. Files and
 * proxied requests are served as usual.
 */
export const fallback = (): Plugin => ({
  name: "fallback",
  apply: "serve",
  // Vite calls the returned function after it has set up the proxy and the static files.
  configureServer: (server) => () => {
    server.middlewares.use((request, _, next) => {
      const [path = ""] = request.url?.split("?") ?? [];
      const isPage = request.method === "GET" && request.headers.accept?.includes("text/html");
      if (isPage && !/\.[^/]*$/.test(path)) request.url = "/index.html";
      next();
    });
  },
});
