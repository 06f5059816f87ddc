import { escapeHtml, htmlPage } from "./html.ts";

type Node = { [name: string]: unknown };

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && !Array.isArray(value);
const nodeIn = (value: unknown, name: string): Node => {
  const inner = isNode(value) ? value[name] : undefined;
  return isNode(inner) ? inner : {};
};
const textIn = (value: unknown, name: string): string => {
  const inner = isNode(value) ? value[name] : undefined;
  return typeof inner === "string" || typeof inner === "number" ? String(inner) : "";
};
const listIn = (value: unknown, name: string): readonly unknown[] => {
  const inner = isNode(value) ? value[name] : undefined;
  return Array.isArray(inner) ? inner : [];
};

/** Follows the references of a schema, each once on a way down, so that what refers to itself ends. */
const resolver = (description: Node) => {
  const follow = (value: unknown, seen: readonly string[]): unknown => {
    if (Array.isArray(value)) return value.map((one) => follow(one, seen));
    if (!isNode(value)) return value;
    const ref = textIn(value, "$ref");
    if (ref === "") return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, follow(one, seen)]));
    if (seen.includes(ref)) return { $ref: ref };
    const target = ref
      .slice(2)
      .split("/")
      .reduce<unknown>((node, part) => nodeIn(node, part), description);
    return follow(target, [...seen, ref]);
  };
  return (value: unknown): unknown => follow(value, []);
};

const pretty = (schema: unknown): string => `<pre>${escapeHtml(JSON.stringify(schema, null, 2))}</pre>`;

const parameterRow = (parameter: unknown): string => {
  const name = `${textIn(parameter, "name")}${isNode(parameter) && parameter["required"] === true ? " *" : ""}`;
  const cells = [
    name,
    textIn(parameter, "in"),
    JSON.stringify(nodeIn(parameter, "schema")),
    textIn(parameter, "description"),
  ];
  return `<tr>${cells.map((cell) => `<td><code>${escapeHtml(cell)}</code></td>`).join("")}</tr>`;
};

const contents = (holder: unknown): string =>
  Object.entries(nodeIn(holder, "content"))
    .map(([type, media]) => `<p class="soft">${escapeHtml(type)}</p>${pretty(nodeIn(media, "schema"))}`)
    .join("");

const notes = (operation: unknown): string =>
  [
    textIn(operation, "x-permission"),
    textIn(operation, "x-idempotency-key") && `Idempotency-Key: ${textIn(operation, "x-idempotency-key")}`,
    isNode(operation) && operation["x-extension"] === true ? "extension" : "",
  ]
    .filter(Boolean)
    .join(" · ");

const operationBlock = (path: string, verb: string, operation: unknown, shared: readonly unknown[]): string => {
  const parameters = [...shared, ...listIn(operation, "parameters")];
  const answers = Object.entries(nodeIn(operation, "responses")).filter(([status]) => status.startsWith("2"));
  return `<details id="${escapeHtml(textIn(operation, "operationId"))}">
<summary><span class="verb">${verb.toUpperCase()}</span><code>${escapeHtml(path)}</code><span>${escapeHtml(textIn(operation, "summary"))}</span><span class="soft">${escapeHtml(notes(operation))}</span></summary>
<div class="inside"><p>${escapeHtml(textIn(operation, "description"))}</p>
${parameters.length > 0 ? `<table><tbody>${parameters.map(parameterRow).join("")}</tbody></table>` : ""}
${contents(nodeIn(operation, "requestBody"))}
${answers.map(([status, answer]) => `<h4>${status}</h4><p>${escapeHtml(textIn(answer, "description"))}</p>${contents(answer)}`).join("")}
</div></details>`;
};

const VERBS = ["get", "post", "put", "patch", "delete"];

/** The reference page of the API, drawn from its description; one block for each operation, grouped by tag. */
export const docsPage = (description: Node): string => {
  const resolve = resolver(description);
  const blocks = Object.entries(nodeIn(description, "paths")).flatMap(([path, item]) =>
    VERBS.filter((verb) => isNode(nodeIn(item, verb)) && textIn(nodeIn(item, verb), "operationId") !== "").map(
      (verb) => {
        const operation = resolve(nodeIn(item, verb));
        const shared = resolve(listIn(item, "parameters"));
        const tag = String(listIn(operation, "tags")[0] ?? "");
        return { tag, html: operationBlock(path, verb, operation, Array.isArray(shared) ? shared : []) };
      },
    ),
  );
  const sections = listIn(description, "tags").map((tag) => {
    const name = textIn(tag, "name");
    const own = blocks.filter((block) => block.tag === name).map(({ html }) => html);
    return `<h2 id="tag-${escapeHtml(name)}">${escapeHtml(name)}</h2><p>${escapeHtml(textIn(tag, "description"))}</p>${own.join("\n")}`;
  });
  const info = nodeIn(description, "info");
  const about = escapeHtml(textIn(info, "description")).replaceAll("\n", "<br>");
  return htmlPage(
    `${textIn(info, "title")} — API`,
    `<main class="docs"><h1>${escapeHtml(textIn(info, "title"))} — API ${escapeHtml(textIn(info, "version"))}</h1>
<p>${about}</p><p><a href="/api/openapi.json">openapi.json</a></p>${sections.join("\n")}</main>`,
  );
};
