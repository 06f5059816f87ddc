import { randomUUID } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Schemas } from "#api/client.ts";
import type { Db } from "../database/connection.ts";
import { Conflict, type DomainError, Invalid, KeyReused, NotFound, TooMany } from "../services/shared/domainErrors.ts";
import { truncateText } from "../services/shared/truncateText.ts";
import { readShop, readShopMenu, type Shop } from "../services/shop/shop.ts";
import { countAttempt, placeGuestOrder, quoteGuestOrder, readGuestStatus } from "../services/shop/shopOrder.ts";
import type { Context } from "./context.ts";
import { checkSameOrigin } from "./sameOrigin.ts";
import { shopCss } from "./shopCss.ts";
import {
  type CartLine,
  renderCart,
  renderGuestStatus,
  renderShopMenu,
  renderShopProblem,
  type ShopFields,
} from "./shopHtml.ts";

const MAX_FIELD = 500;
const MAX_LINES = 100;

type ShopRequest = FastifyRequest<{ Params: { slug: string; token: string } }>;

const readFields = (body: unknown): ShopFields =>
  Object.fromEntries(
    Object.entries((body ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
      typeof value === "string" ? [[name, truncateText(value.trim(), MAX_FIELD)]] : [],
    ),
  );

const readLines = async (db: Db, shop: Shop, fields: ShopFields): Promise<CartLine[]> => {
  const dishes = (await readShopMenu(db, shop)).flatMap((section) => section.dishes);
  return dishes
    .flatMap((dish) => {
      const text = fields[`d${dish.id}`] ?? "";
      return /^[1-9]\d?$/.test(text) ? [{ dish, count: Number(text) }] : [];
    })
    .slice(0, MAX_LINES);
};

const saveOf = (lines: readonly CartLine[], fields: ShopFields): Schemas["OrderSave"] => {
  const isDelivery = fields["way"] !== "pickup";
  const short = (name: string, length: number) => truncateText(fields[name] ?? "", length) || null;
  return {
    isAsap: true,
    phone: short("phone", 30) ?? "",
    note: short("note", MAX_FIELD),
    items: lines.map(({ dish, count }) => ({ itemId: dish.id, categoryId: dish.categoryId, count })),
    ...(isDelivery && {
      isZoneByAddress: true,
      deliveryAddress: short("street", 200),
      deliveryAddressBuilding: short("house", 20),
      deliveryAddressApartmentNumber: short("flat", 20),
    }),
  };
};

const problemOf = ({ errors, message }: DomainError): string => Object.values(errors ?? {})[0] ?? message;

const codeOf = (failure: DomainError): number =>
  failure instanceof TooMany ? 429 : failure instanceof Invalid ? 400 : 409;

const isShown = (failure: unknown): failure is DomainError =>
  failure instanceof Invalid ||
  failure instanceof Conflict ||
  failure instanceof TooMany ||
  failure instanceof KeyReused;

/** Checks the cart, or places the order if the guest has seen its total. */
const receiveOrder = async (db: Db, shop: Shop, request: ShopRequest, reply: FastifyReply) => {
  const fields = readFields(request.body);
  const lines = await readLines(db, shop, fields);
  const key = /^[\w-]{8,64}$/.test(fields["key"] ?? "") ? (fields["key"] ?? "") : randomUUID();
  if (lines.length === 0)
    return reply.code(400).send(renderShopMenu(shop, await readShopMenu(db, shop), "Выберите хотя бы одно блюдо."));
  const save = saveOf(lines, fields);
  try {
    await countAttempt(db, shop, request.ip.slice(0, 64));
    if (save.isZoneByAddress && !save.deliveryAddress) throw new Invalid("Укажите улицу или выберите самовывоз.");
    const { price } = await quoteGuestOrder(db, shop, save);
    if (fields["amount"] === undefined) return await reply.send(renderCart(shop, { lines, fields, key, total: price }));
    const order = { key, save, amount: Number(fields["amount"]), isSuspicious: Boolean(fields["website"]) };
    const token = await placeGuestOrder(db, shop, order);
    return await reply.redirect(`/shop/${shop.slug}/order/${token}`, 303);
  } catch (failure) {
    if (!isShown(failure)) throw failure;
    // A reused key belongs to another cart, and a changed cart is another request, so the next attempt gets a new key.
    const total =
      failure instanceof Conflict ? await quoteGuestOrder(db, shop, save).catch(() => undefined) : undefined;
    const cart = { lines, fields, key: randomUUID(), total: total?.price, problem: problemOf(failure) };
    return reply.code(codeOf(failure)).send(renderCart(shop, cart));
  }
};

/** Sends a page of a shop. An unknown shop or order gets status 404. */
const sendShopPage = async (
  { root }: Context,
  request: ShopRequest,
  reply: FastifyReply,
  work: (shop: Shop) => Promise<unknown>,
) => {
  reply.type("text/html; charset=utf-8");
  try {
    return await work(await readShop(root, request.params.slug, new Date()));
  } catch (failure) {
    if (!(failure instanceof NotFound)) throw failure;
    return reply.code(404).send(renderShopProblem(failure.message));
  }
};

/** Serves the pages on which guests order. They use neither sessions nor tokens of the back office. */
export const serveShopPages = (app: FastifyInstance, context: Context): void => {
  const { root } = context;
  app.get("/shop.css", async (_request, reply) =>
    reply.type("text/css; charset=utf-8").header("cache-control", "public, max-age=300").send(shopCss),
  );
  app.get("/shop/:slug", (request: ShopRequest, reply) =>
    sendShopPage(context, request, reply, async (shop) =>
      reply.send(renderShopMenu(shop, await readShopMenu(root, shop))),
    ),
  );
  app.post("/shop/:slug/cart", (request: ShopRequest, reply) =>
    sendShopPage(context, request, reply, async (shop) => {
      checkSameOrigin(request.headers, request.host);
      const fields = readFields(request.body);
      const lines = await readLines(root, shop, fields);
      if (lines.length > 0) return reply.send(renderCart(shop, { lines, fields, key: randomUUID() }));
      return reply.code(400).send(renderShopMenu(shop, await readShopMenu(root, shop), "Выберите хотя бы одно блюдо."));
    }),
  );
  app.post("/shop/:slug/order", (request: ShopRequest, reply) =>
    sendShopPage(context, request, reply, async (shop) => {
      checkSameOrigin(request.headers, request.host);
      return receiveOrder(root, shop, request, reply);
    }),
  );
  app.get("/shop/:slug/order/:token", (request: ShopRequest, reply) =>
    sendShopPage(context, request, reply, async (shop) =>
      reply.send(renderGuestStatus(shop, await readGuestStatus(root, shop, request.params.token))),
    ),
  );
};
