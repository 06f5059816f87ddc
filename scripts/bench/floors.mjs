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

const table = "<table></table>";
const root = '<div id="root"></div>';

/** Script and HTML body of each minimal page ("floor"). The application is compared with these pages. */
const floors = {
  vanilla: ["vanilla.ts", table],
  react: ["react.tsx", root],
  journey: ["journey.tsx", root],
  virtual: ["virtual.ts", table],
};

/**
 * Serves the minimal comparison pages ("floors") and their data `rows`, `days` and `order`. Returns the addresses of
 * the pages and the function `stop`.
 */
export const startFloors = async ({ rows, days, order }) => {
  const files = {
    "/rows.json": ["application/json", JSON.stringify(rows)],
    "/days.json": ["application/json", JSON.stringify(days)],
    "/order.json": ["application/json", JSON.stringify(order)],
  };
  for (const [name, [source, body]] of Object.entries(floors)) {
    files[`/${name}`] = ["text/html", page(`/${name}.js`, body)];
    files[`/${name}.js`] = ["text/javascript", await bundle(`scripts/bench/floors/${source}`)];
  }
  const server = createServer((request, response) => {
    const [type, text] = files[request.url] ?? ["text/plain", ""];
    response.writeHead(200, { "Content-Type": `${type}; charset=utf-8`, "Content-Encoding": "gzip" });
    response.end(gzipSync(text));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${server.address().port}`;
  const addresses = Object.keys(floors).map((name) => [name, `${origin}/${name}`]);
  return { ...Object.fromEntries(addresses), stop: () => server.close() };
};
