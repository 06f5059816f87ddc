import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Db } from "../database/connection.ts";
import { Conflict, type DomainError, Invalid, KeyReused, NotFound, TooMany } from "../services/shared/domainErrors.ts";
import { readShop, type Shop } from "../services/shop/shop.ts";
import { readShopMenu, withoutStopped } from "../services/shop/shopMenu.ts";
import {
  countAttempt,
  findGuestOrder,
  hashFields,
  placeGuestOrder,
  quoteGuestOrder,
  readGuestStatus,
} from "../services/shop/shopOrder.ts";
import type { Context } from "./context.ts";
import { checkSameOrigin } from "./sameOrigin.ts";
import { renderCart } from "./shopCartHtml.ts";
import { shopCss } from "./shopCss.ts";
import { type CartLine, createGuestSave, readCartLines, readShopFields, type ShopFields } from "./shopForm.ts";
import { renderGuestStatus, renderShopMenu, renderShopProblem } from "./shopHtml.ts";

/** The pages need no other server, no frame and no script of the back office. */
const POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

type ShopRequest = FastifyRequest<{ Params: { slug: string; token: string } }>;

const problemOf = ({ errors, message }: DomainError): string => Object.values(errors ?? {})[0] ?? message;

const codeOf = (failure: DomainError): number =>
  failure instanceof TooMany ? 429 : failure instanceof Invalid ? 400 : 409;

const isShown = (failure: unknown): failure is DomainError =>
  failure instanceof Invalid ||
  failure instanceof Conflict ||
  failure instanceof TooMany ||
  failure instanceof KeyReused;

const addressOf = (request: FastifyRequest): string => request.ip.slice(0, 64);

const sendMenu = async (db: Db, shop: Shop, reply: FastifyReply, problem?: string) =>
  reply.send(renderShopMenu(shop, withoutStopped(await readShopMenu(db, shop)), problem));

const sendNoDish = (db: Db, shop: Shop, reply: FastifyReply) =>
  sendMenu(db, shop, reply.code(400), "Выберите хотя бы одно блюдо.");

const readKey = ({ key = "" }: ShopFields): string | undefined => (/^[\w-]{8,64}$/.test(key) ? key : undefined);

/** Shows the price of the cart, or places the order if the guest has seen its total. */
const checkOrPlace = async (
  db: Db,
  shop: Shop,
  reply: FastifyReply,
  { fields, lines }: { fields: ShopFields; lines: CartLine[] },
) => {
  const save = createGuestSave(shop, lines, fields);
  const key = readKey(fields) ?? randomUUID();
  if (fields["amount"] === undefined) {
    const { price } = await quoteGuestOrder(db, shop, save);
    return reply.send(renderCart(shop, { lines, fields, key, total: price }));
  }
  const token = await placeGuestOrder(db, shop, {
    key,
    requestHash: hashFields(fields),
    save,
    amount: Number(fields["amount"]),
    isSuspicious: Boolean(fields["website"]),
  });
  return reply.redirect(`/shop/${shop.slug}/order/${token}`, 303);
};

/** Explains a refusal on the cart. Another total is shown with the new cart. */
const sendRefusal = async (
  db: Db,
  shop: Shop,
  reply: FastifyReply,
  { fields, lines, failure }: { fields: ShopFields; lines: CartLine[]; failure: DomainError },
) => {
  if (failure instanceof TooMany) reply.header("retry-after", String(failure.retryAfter));
  const quote = async () => (await quoteGuestOrder(db, shop, createGuestSave(shop, lines, fields))).price;
  const total = failure instanceof Conflict ? await quote().catch(() => undefined) : undefined;
  // A changed cart is another request, so it gets a new key.
  const cart = { lines, fields, key: randomUUID(), total, problem: problemOf(failure) };
  return reply.code(codeOf(failure)).send(renderCart(shop, cart));
};

/** Answers the order of a guest. A repeated request gets the stored order, even if prices have changed since. */
const receiveOrder = async (db: Db, shop: Shop, request: ShopRequest, reply: FastifyReply) => {
  const fields = readShopFields(request.body);
  const key = readKey(fields);
  const lines = await readCartLines(db, shop, fields);
  try {
    const token = key && fields["amount"] ? await findGuestOrder(db, shop, key, hashFields(fields)) : undefined;
    if (token) return await reply.redirect(`/shop/${shop.slug}/order/${token}`, 303);
    await countAttempt(db, shop, "order", addressOf(request));
    if (lines.length === 0) return await sendNoDish(db, shop, reply);
    return await checkOrPlace(db, shop, reply, { fields, lines });
  } catch (failure) {
    if (!isShown(failure)) throw failure;
    return sendRefusal(db, shop, reply, { fields, lines, failure });
  }
};

/** Sends a page of a shop. An unknown shop or order gets status 404, too many requests 429. */
const sendShopPage = async (
  { root }: Context,
  request: ShopRequest,
  reply: FastifyReply,
  work: (shop: Shop) => Promise<unknown>,
) => {
  reply.type("text/html; charset=utf-8").header("content-security-policy", POLICY);
  try {
    return await work(await readShop(root, request.params.slug, new Date()));
  } catch (failure) {
    if (failure instanceof TooMany) reply.header("retry-after", String(failure.retryAfter));
    else if (!(failure instanceof NotFound)) throw failure;
    return reply.code(failure instanceof TooMany ? 429 : 404).send(renderShopProblem(failure.message));
  }
};

/** Serves the pages on which guests order. They use neither sessions nor tokens of the back office. */
export const serveShopPages = (app: FastifyInstance, context: Context): void => {
  const { root } = context;
  app.get("/shop.css", async (_request, reply) =>
    reply.type("text/css; charset=utf-8").header("cache-control", "public, max-age=300").send(shopCss),
  );
  app.get("/shop/:slug", (request: ShopRequest, reply) =>
    sendShopPage(context, request, reply, (shop) => sendMenu(root, shop, reply)),
  );
  app.post("/shop/:slug/cart", (request: ShopRequest, reply) =>
    sendShopPage(context, request, reply, async (shop) => {
      checkSameOrigin(request.headers, request.host);
      const fields = readShopFields(request.body);
      const lines = await readCartLines(root, shop, fields);
      return lines.length > 0
        ? reply.send(renderCart(shop, { lines, fields, key: randomUUID() }))
        : sendNoDish(root, shop, reply);
    }),
  );
  app.post("/shop/:slug/order", (request: ShopRequest, reply) =>
    sendShopPage(context, request, reply, async (shop) => {
      checkSameOrigin(request.headers, request.host);
      return receiveOrder(root, shop, request, reply);
    }),
  );
  app.get("/shop/:slug/order/:token", (request: ShopRequest, reply) =>
    sendShopPage(context, request, reply, async (shop) => {
      await countAttempt(root, shop, "status", addressOf(request));
      return reply.send(renderGuestStatus(shop, await readGuestStatus(root, shop, request.params.token)));
    }),
  );
};
