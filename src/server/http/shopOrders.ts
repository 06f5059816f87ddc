import { randomUUID } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { CartAnswer, CartTrace } from "#domain/guestCart.ts";
import type { Db } from "../database/connection.ts";
import { Conflict, type DomainError, Invalid, KeyReused, TooMany } from "../services/shared/domainErrors.ts";
import type { Shop } from "../services/shop/shop.ts";
import { readShopMenu, withoutStopped } from "../services/shop/shopMenu.ts";
import {
  countAttempt,
  findGuestOrder,
  hashFields,
  placeGuestOrder,
  quoteGuestOrder,
} from "../services/shop/shopOrder.ts";
import { renderCart } from "./shopCartHtml.ts";
import { describeCart, type GuestCart } from "./shopCartView.ts";
import { type CartLine, createGuestSave, readCartLines, readShopFields, type ShopFields } from "./shopForm.ts";
import { renderShopMenu } from "./shopHtml.ts";

/** Request to a page of a shop. */
export type ShopRequest = FastifyRequest<{ Params: { slug: string; token: string } }>;

/** Request of a guest to a shop, with the shop, the database and the Fastify reply. */
export interface ShopCall {
  readonly db: Db;
  readonly shop: Shop;
  readonly request: ShopRequest;
  readonly reply: FastifyReply;
}

/** Returns true for a request of the script. The response to such a request is JSON instead of a page. */
export const isScriptRequest = ({ headers }: FastifyRequest): boolean => headers.accept === "application/json";

/** Returns the IP address of a guest. Used to limit the number of requests. */
export const guestAddressOf = ({ ip }: FastifyRequest): string => ip.slice(0, 64);

const problemOf = ({ errors, message }: DomainError): string => Object.values(errors ?? {})[0] ?? message;

const codeOf = (failure: DomainError): number =>
  failure instanceof TooMany ? 429 : failure instanceof Invalid ? 400 : 409;

const isShown = (failure: unknown): failure is DomainError =>
  failure instanceof Invalid ||
  failure instanceof Conflict ||
  failure instanceof TooMany ||
  failure instanceof KeyReused;

const sendJson = (reply: FastifyReply, answer: CartAnswer | CartTrace) =>
  reply.type("application/json; charset=utf-8").send(answer);

const sendMenu = async ({ db, shop, request, reply }: ShopCall, problem: string) => {
  const menu = withoutStopped(await readShopMenu(db, shop));
  return reply.send(renderShopMenu(shop, menu, problem, readShopFields(request.body)));
};

/** Sends status 400 for a cart without dishes: JSON for the script, otherwise the menu page with the problem. */
export const sendNoDish = (call: ShopCall) => {
  const problem = "Выберите хотя бы одно блюдо.";
  call.reply.code(400);
  return isScriptRequest(call.request)
    ? sendJson(call.reply, { outcome: "refused", problem })
    : sendMenu(call, problem);
};

/**
 * Shows the menu with the choice of the guest again, with status 400. Used if a line lacks a modifier of a required
 * group.
 */
export const sendMissingChoice = (call: ShopCall, problem: string) => {
  call.reply.code(400);
  return sendMenu(call, problem);
};

const sendPlaced = ({ shop, request, reply }: ShopCall, token: string) => {
  const url = `/shop/${shop.slug}/order/${token}`;
  return isScriptRequest(request) ? sendJson(reply, { outcome: "placed", url }) : reply.redirect(url, 303);
};

const sendCart = ({ shop, request, reply }: ShopCall, cart: GuestCart) => {
  if (!isScriptRequest(request)) return reply.send(renderCart(shop, cart));
  const { problem, total } = cart;
  const view = describeCart(cart);
  if (total) return sendJson(reply, { outcome: "priced", cart: view, ...(problem && { problem }) });
  return sendJson(reply, { outcome: "refused", cart: view, problem: problem ?? "" });
};

const readKey = ({ key = "" }: ShopFields): string | undefined => (/^[\w-]{8,64}$/.test(key) ? key : undefined);

const findToken = async ({ db, shop }: ShopCall, fields: ShopFields): Promise<string | undefined> => {
  const key = readKey(fields);
  return key && fields["amount"] ? findGuestOrder(db, shop, key, hashFields(fields)) : undefined;
};

/** Places the order if the guest has seen a total. Otherwise shows the price of the cart. */
const checkOrPlace = async (call: ShopCall, fields: ShopFields, lines: CartLine[]) => {
  const { db, shop } = call;
  const save = createGuestSave(shop, lines, fields);
  const key = readKey(fields) ?? randomUUID();
  if (fields["amount"] === undefined) {
    const { price } = await quoteGuestOrder(db, shop, save);
    return sendCart(call, { lines, fields, key, total: price });
  }
  const token = await placeGuestOrder(db, shop, {
    key,
    requestHash: hashFields(fields),
    save,
    amount: Number(fields["amount"]),
    isSuspicious: Boolean(fields["website"]),
  });
  return sendPlaced(call, token);
};

/**
 * Shows a refusal on the cart page, or sends it to the script as JSON. After a conflict, the cart contains the newly
 * calculated total, if the price can be calculated.
 */
const sendRefusal = async (call: ShopCall, fields: ShopFields, lines: CartLine[], failure: DomainError) => {
  const { db, shop, reply } = call;
  if (failure instanceof TooMany) reply.header("retry-after", String(failure.retryAfter));
  const quote = async () => (await quoteGuestOrder(db, shop, createGuestSave(shop, lines, fields))).price;
  const total = failure instanceof Conflict ? await quote().catch(() => undefined) : undefined;
  reply.code(codeOf(failure));
  // The guest's next submission may differ from the refused one, so the page gets a new idempotency key.
  return sendCart(call, { lines, fields, key: randomUUID(), total, problem: problemOf(failure) });
};

/**
 * Handles the order form of a guest: shows the total of the cart, or places the order if the guest has already seen the
 * total. A refusal is shown to the guest. A retry gets the stored order, even if prices have changed in the meantime.
 */
export const receiveOrder = async (call: ShopCall) => {
  const { db, shop, request } = call;
  const fields = readShopFields(request.body);
  const lines = await readCartLines(db, shop, fields);
  try {
    const token = await findToken(call, fields);
    if (token) return await sendPlaced(call, token);
    await countAttempt(db, shop, "order", guestAddressOf(request));
    if (lines.length === 0) return await sendNoDish(call);
    return await checkOrPlace(call, fields, lines);
  } catch (failure) {
    if (!isShown(failure)) throw failure;
    return sendRefusal(call, fields, lines, failure);
  }
};

/**
 * Sends the URL of the order that was placed with the key in the request. Sends the outcome `absent` if there is no
 * such order, or if the order was placed with different fields. Throws the error of `countAttempt`.
 */
export const receiveCheck = async (call: ShopCall) => {
  await countAttempt(call.db, call.shop, "status", guestAddressOf(call.request));
  const token = await findToken(call, readShopFields(call.request.body)).catch((failure: unknown) => {
    if (failure instanceof KeyReused) return undefined;
    throw failure;
  });
  return token ? sendPlaced(call, token) : sendJson(call.reply, { outcome: "absent" });
};
