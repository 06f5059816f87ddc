import { beforeEach, expect, test } from "vitest";
import { createApi, isNotOffered, unwrap } from "#api/client.ts";
import { createExtensions } from "#app/services/extensions.ts";

const PRINTERS = "GET /api/Printer/Company/{companyId}";

/**
 * Returns an API client that does not repeat calls of missing extensions, and the list of requests that reach the
 * server.
 */
const givenClient = (answer: (request: Request) => Response) => {
  const sent: Request[] = [];
  const extensions = createExtensions();
  const api = createApi({
    baseUrl: "http://server",
    fetch: async (request) => {
      sent.push(request);
      return answer(request);
    },
  });
  api.use(extensions.middleware);
  const readPrinters = () =>
    unwrap(api.GET("/api/Printer/Company/{companyId}", { params: { path: { companyId: 1 } } })).catch(
      (error: unknown) => error,
    );
  return { api, extensions, sent, readPrinters };
};

const unknown = () => Response.json({ message: "Not found" }, { status: 404 });

beforeEach(() => sessionStorage.clear());

test.each([
  [404, unknown],
  [405, () => new Response("", { status: 405 })],
  [501, () => new Response("<html>", { status: 501 })],
])("extension operation — is not called again after status %d, even after a reload of the tab", async (_, answer) => {
  const first = givenClient(answer);
  expect(isNotOffered(await first.readPrinters())).toBe(true);
  expect(isNotOffered(await first.readPrinters())).toBe(true);
  expect(first.sent).toHaveLength(1);
  expect(first.extensions.isOffered(PRINTERS)).toBe(false);
  const reloaded = givenClient(answer);
  expect(isNotOffered(await reloaded.readPrinters())).toBe(true);
  expect(reloaded.sent).toHaveLength(0);
});

test("a 404 for an unknown record — does not mark the extension operation as missing on the server", async () => {
  const entry = () => Response.json({ type: "urn:problem:not-found", message: "Нет такого." }, { status: 404 });
  const { extensions, readPrinters } = givenClient(entry);
  expect(isNotOffered(await readPrinters())).toBe(false);
  expect(extensions.isOffered(PRINTERS)).toBe(true);
});

test("documented operation — can be called again after status 404", async () => {
  const { api, sent } = givenClient(unknown);
  const read = () => unwrap(api.GET("/api/Company", {})).catch((error: unknown) => error);
  expect(isNotOffered(await read())).toBe(false);
  await read();
  expect(sent).toHaveLength(2);
});

test("a server with only the documented fields — gets no extension fields, parameters or idempotency keys", async () => {
  const { api, extensions, sent } = givenClient(() => Response.json({}));
  extensions.setDocumentedOnly(true);
  await api.POST("/api/Order/Company/{companyId}", {
    params: { path: { companyId: 1 }, header: { "Idempotency-Key": "key" } },
    body: {
      items: [{ itemId: 1, categoryId: 2, count: 3, note: "без лука", modificators: [] }],
      phone: "+79160000001",
    },
  });
  await api.GET("/api/Notification", { params: { query: { limit: 5 } } });
  expect(await sent[0]?.json()).toEqual({ items: [{ itemId: 1, categoryId: 2, count: 3 }], phone: "+79160000001" });
  expect(sent[0]?.headers.has("Idempotency-Key")).toBe(false);
  expect(sent[1]?.url).toBe("http://server/api/Notification");
  expect(extensions.isOffered(PRINTERS)).toBe(false);
});

test("a form — is sent without extension fields to a server with only the documented fields", async () => {
  const { api, extensions, sent } = givenClient(() => Response.json({}));
  extensions.setDocumentedOnly(true);
  const form = new FormData();
  form.set("name", "Хлеб");
  form.set("isActive", "true");
  await api.POST("/api/Category/Company/{companyId}", {
    params: { path: { companyId: 1 }, header: { "Idempotency-Key": "key" } },
    body: { name: "Хлеб" },
    bodySerializer: () => form,
  });
  const received = await sent[0]?.formData();
  expect([received?.get("name"), received?.get("isActive")]).toEqual(["Хлеб", null]);
});

test("a list in a form — is sent without extension fields to a server with only the documented fields", async () => {
  const { api, extensions, sent } = givenClient(() => Response.json({}));
  extensions.setDocumentedOnly(true);
  const form = new FormData();
  const line = { categoryModificatorId: 9, modificatorId: 0 };
  form.set("modificators", JSON.stringify([{ ...line, isRequired: true }]));
  await api.POST("/api/Item/Company/{companyId}", {
    params: { path: { companyId: 1 }, header: { "Idempotency-Key": "key" } },
    body: { name: "Хлеб", price: 1 },
    bodySerializer: () => form,
  });
  const received = await sent[0]?.formData();
  expect(JSON.parse(String(received?.get("modificators")))).toEqual([line]);
  expect(received?.has("prepMinutes")).toBe(false);
});

test("extension fields and operations — are enabled again when the server gains the extensions", () => {
  const { extensions } = givenClient(unknown);
  extensions.setDocumentedOnly(true);
  extensions.setDocumentedOnly(false);
  expect([extensions.hasFields(), extensions.isOffered(PRINTERS)]).toEqual([true, true]);
});
