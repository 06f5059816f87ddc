import { createServer } from "node:http";
import { gzipSync } from "node:zlib";
import { build } from "vite";

const bundle = async (input) => {
  const made = await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, target: "es2022", rolldownOptions: { input, output: { format: "es" } } },
  });
  return [made].flat()[0].output.find(({ type }) => type === "chunk").code;
};

const page = (script, body) =>
  `<!doctype html><html lang="ru"><meta charset="utf-8"><title>Floor</title><link rel="icon" href="data:,"><body>${body}<script type="module" src="${script}"></script>`;

/** Two pages that draw the same rows with nothing around them, one by DOM calls, one by React; answers their addresses and how to stop. */
export const startFloors = async (rows) => {
  const files = {
    "/vanilla": ["text/html", page("/vanilla.js", "<h1>Заказы</h1><table></table>")],
    "/react": ["text/html", page("/react.js", '<h1>Заказы</h1><div id="root"></div>')],
    "/vanilla.js": ["text/javascript", await bundle("scripts/bench/floors/vanilla.ts")],
    "/react.js": ["text/javascript", await bundle("scripts/bench/floors/react.tsx")],
    "/rows.json": ["application/json", JSON.stringify(rows)],
  };
  const server = createServer((request, response) => {
    const [type, text] = files[request.url] ?? ["text/plain", ""];
    response.writeHead(200, { "Content-Type": `${type}; charset=utf-8`, "Content-Encoding": "gzip" });
    response.end(gzipSync(text));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  return { vanilla: `${origin}/vanilla`, react: `${origin}/react`, stop: () => server.close() };
};
