import { createHash, randomUUID } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { TrackedStatus } from "#domain/guestCart.ts";
import type { Db } from "../database/connection.ts";
import { ProviderRefused, ProviderSilent } from "../providers/provider.ts";
import type { ProviderContext } from "../services/payments/providerCalls.ts";
import { Conflict, NotFound, TooMany } from "../services/shared/domainErrors.ts";
import { readShop } from "../services/shop/shop.ts";
import { readShopMenu, readShopMenuVersion, withoutStopped } from "../services/shop/shopMenu.ts";
import { countAttempt, isStageOver, readGuestStatus } from "../services/shop/shopOrder.ts";
import { guestPaymentOf, payGuestOrder, refreshGuestStatus } from "../services/shop/shopPayment.ts";
import type { Context } from "./context.ts";
import { publicOriginOf } from "./requestOrigin.ts";
import { checkSameOrigin } from "./sameOrigin.ts";
import { createShareInFlight } from "./shareInFlight.ts";
import { renderCart } from "./shopCartHtml.ts";
import { shopCss } from "./shopCss.ts";
import { describeMissingChoice, readCartLines, readShopFields } from "./shopForm.ts";
import { renderGuestStatus, renderPaymentRedirect, renderShopMenu, renderShopProblem } from "./shopHtml.ts";
import {
  guestAddressOf,
  isScriptRequest,
  receiveCheck,
  receiveOrder,
  type ShopCall,
  type ShopRequest,
  sendMissingChoice,
  sendNoDish,
} from "./shopOrders.ts";

/**
 * Content security policy of the pages. It forbids other servers, frames and inline scripts, and allows the inline
 * styles by their hash.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  `style-src 'sha256-${createHash("sha256").update(shopCss).digest("base64")}'`,
  "img-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
].join("; ");

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#9a3412"/><path d="M18 26h28l-3 22H21zM24 26a8 8 0 0 1 16 0" fill="none" stroke="#fff" stroke-width="4" stroke-linejoin="round" stroke-linecap="round"/></svg>`;

const CACHED = "public, max-age=300";

const manifestOf = ({ slug, name }: ShopCall["shop"]) => ({
  name,
  short_name: name,
  lang: "ru",
  start_url: `/shop/${slug}`,
  scope: `/shop/${slug}`,
  display: "standalone",
  background_color: "#faf6ef",
  theme_color: "#9a3412",
  icons: [{ src: "/shop.svg", sizes: "any", type: "image/svg+xml" }],
});

/**
 * Runs a request of a guest. An unknown shop or order gets status 404, and too many requests get status 429. Throws all
 * other errors, such as `Forbidden` for a form from another origin.
 */
const answerGuest = async (
  { root: db }: Context,
  request: ShopRequest,
  reply: FastifyReply,
  work: (db: Db) => Promise<unknown>,
) => {
  reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", POLICY)
    .header("vary", "accept, accept-encoding");
  try {
    if (request.method === "POST") checkSameOrigin(request.headers, request.host);
    return await work(db);
  } catch (failure) {
    if (failure instanceof TooMany) reply.header("retry-after", String(failure.retryAfter));
    else if (!(failure instanceof NotFound)) throw failure;
    reply.code(failure instanceof TooMany ? 429 : 404);
    if (!isScriptRequest(request)) return reply.send(renderShopProblem(failure.message));
    return reply.type("application/json; charset=utf-8").send({ outcome: "refused", problem: failure.message });
  }
};

const sendUnpricedCart = async (call: ShopCall) => {
  const { db, shop, request, reply } = call;
  const fields = readShopFields(request.body);
  const lines = await readCartLines(db, shop, fields);
  if (lines.length === 0) return sendNoDish(call);
  const missing = describeMissingChoice(lines);
  if (missing) return sendMissingChoice(call, missing);
  return reply.send(renderCart(shop, { lines, fields, key: randomUUID() }));
};

const providersOf = ({ providers, config }: Context, { host, protocol }: ShopRequest): ProviderContext => ({
  providers,
  origin: publicOriginOf(config, { host, isSecure: protocol === "https" }),
});

const createStatusSender =
  (context: Context) =>
  async ({ db, shop, request, reply }: ShopCall) => {
    const { token } = request.params;
    await countAttempt(db, shop, "status", guestAddressOf(request));
    const status = await refreshGuestStatus(db, providersOf(context, request), shop, token);
    if (!isScriptRequest(request)) return reply.send(renderGuestStatus(shop, token, status));
    const { stage } = status;
    const tracked: TrackedStatus = { stage, isOver: isStageOver(stage), payment: guestPaymentOf(shop, status) };
    return reply.type("application/json; charset=utf-8").send(tracked);
  };

/** Returns a handler that opens the payment page of the provider. The handler shows a refusal on the status page. */
const createPaymentOpener =
  (context: Context) =>
  async ({ db, shop, request, reply }: ShopCall) => {
    const { token } = request.params;
    await countAttempt(db, shop, "order", guestAddressOf(request));
    try {
      const url = await payGuestOrder(db, providersOf(context, request), shop, token);
      // `form-action 'self'` also blocks a redirect to another origin in the response to a form. The response is
      // therefore a page that opens the provider's payment page by a meta refresh.
      if (url !== undefined) return await reply.send(renderPaymentRedirect(url));
      return await reply.redirect(`/shop/${shop.slug}/order/${token}`, 303);
    } catch (failure) {
      const isConflict = failure instanceof Conflict;
      if (!isConflict && !(failure instanceof ProviderRefused) && !(failure instanceof ProviderSilent)) throw failure;
      const problem = isConflict
        ? failure.message
        : "Онлайн-оплата сейчас не работает. Попробуйте позже или заплатите при получении.";
      reply.code(isConflict ? 409 : 502);
      return reply.send(renderGuestStatus(shop, token, await readGuestStatus(db, shop, token), problem));
    }
  };

const compress = promisify(gzip);

/** Menu page of a shop, as text and compressed. */
interface MenuPage {
  /** Version of the data on which the page depends. */
  readonly version: string;
  readonly text: string;
  readonly zipped: Buffer;
}

/** Maximum number of shops whose menu pages are cached. */
const MAX_KEPT = 100;

const createMenuPage = async (db: Db, slug: string, kept: MenuPage | undefined): Promise<MenuPage> => {
  const shop = await readShop(db, slug, new Date());
  // The version is read before the menu, so the content of a page is never older than the version of the page.
  const version = `${await readShopMenuVersion(db, shop)} ${JSON.stringify(shop)}`;
  if (kept?.version === version) return kept;
  const text = renderShopMenu(shop, withoutStopped(await readShopMenu(db, shop)));
  return { version, text, zipped: await compress(text) };
};

/**
 * Returns a function that sends the menu page of a shop. The function caches the pages of up to `MAX_KEPT` shops, and
 * renders a cached page again only if the shop or the menu has changed. Simultaneous requests for the same menu share
 * one read of the database.
 */
const createMenuSender = () => {
  const share = createShareInFlight<MenuPage>();
  const kept = new Map<string, MenuPage>();
  const readPage = async (db: Db, slug: string): Promise<MenuPage> => {
    const page = await createMenuPage(db, slug, kept.get(slug));
    kept.delete(slug);
    kept.set(slug, page);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
    return page;
  };
  return async (db: Db, request: ShopRequest, reply: FastifyReply) => {
    const { slug } = request.params;
    const { text, zipped } = await share(slug, () => readPage(db, slug));
    const isZipped = /\bgzip\b/.test(String(request.headers["accept-encoding"] ?? ""));
    return isZipped ? reply.header("content-encoding", "gzip").send(zipped) : reply.send(text);
  };
};

/** Serves the pages on which guests order. The pages use neither sessions nor tokens of the back office. */
export const serveShopPages = (app: FastifyInstance, context: Context): void => {
  const answering = (work: (call: ShopCall) => Promise<unknown>) => (request: ShopRequest, reply: FastifyReply) =>
    answerGuest(context, request, reply, async (db) =>
      work({ db, shop: await readShop(db, request.params.slug, new Date()), request, reply }),
    );
  const menuSender = createMenuSender();
  app.get("/shop.svg", async (_request, reply) =>
    reply.type("image/svg+xml").header("cache-control", CACHED).send(ICON),
  );
  app.get("/shop/:slug", (request: ShopRequest, reply) =>
    answerGuest(context, request, reply, (db) => menuSender(db, request, reply)),
  );
  app.get(
    "/shop/:slug/manifest.json",
    answering(async ({ shop, reply }) => reply.type("application/manifest+json").send(manifestOf(shop))),
  );
  app.post("/shop/:slug/cart", answering(sendUnpricedCart));
  app.post("/shop/:slug/order", answering(receiveOrder));
  app.post("/shop/:slug/check", answering(receiveCheck));
  app.get("/shop/:slug/order/:token", answering(createStatusSender(context)));
  app.post("/shop/:slug/order/:token/pay", answering(createPaymentOpener(context)));
};
