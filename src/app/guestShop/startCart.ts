import { createActor } from "xstate";
import type { CartAnswer, CartTrace, TrackedStatus } from "#domain/guestCart.ts";
import { shopCartActors } from "#machines/shop/shopCart.actors.ts";
import { shopCartMachine } from "#machines/shop/shopCart.machine.ts";
import type { GuestFields } from "#machines/shop/shopCart.ts";
import { openGuestStorage } from "./guestStorage.ts";

/** Time limit of a request, ms. */
const TIMEOUT = 20_000;

const headers = { accept: "application/json" };

const readJson = async <Answer>(response: Response): Promise<Answer> => {
  const type = response.headers.get("content-type") ?? "";
  // A proxy's page or a server error (5xx) does not show whether the order was placed, so it is treated as a lost
  // answer.
  if (response.status >= 500 || !type.startsWith("application/json")) throw new Error(`status ${response.status}`);
  return (await response.json()) as Answer;
};

const post = async <Answer>(url: string, fields: GuestFields, signal?: AbortSignal): Promise<Answer> => {
  const timeout = AbortSignal.timeout(TIMEOUT);
  const body = new URLSearchParams(fields);
  return readJson(
    await fetch(url, { method: "POST", headers, body, signal: signal ? AbortSignal.any([signal, timeout]) : timeout }),
  );
};

/**
 * Creates the cart actor of a shop and opens the storage of the shop. The browser opens the status page after the order
 * is placed.
 */
export const createCart = (slug: string) => {
  const storage = openGuestStorage(slug);
  const calls = {
    send: (fields: GuestFields) => post<CartAnswer>(`/shop/${slug}/order`, fields),
    verify: async (fields: GuestFields, signal: AbortSignal) => {
      const trace = await post<CartTrace | CartAnswer>(`/shop/${slug}/check`, fields, signal);
      if (trace.outcome === "placed" || trace.outcome === "absent") return trace;
      throw new Error("the shop did not say whether the order exists");
    },
    readStatus: async (signal: AbortSignal) => {
      const response = await fetch(location.href, { headers, signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      return readJson<TrackedStatus>(response);
    },
  };
  const cart = createActor(shopCartMachine.provide({ actors: shopCartActors(calls, storage.pending) }));
  cart.on("order.placed", ({ url }) => {
    storage.forgetChoice();
    location.assign(url);
  });
  return { cart, storage };
};

/** Reads the fields of a form as strings. */
export const readGuestForm = (form: HTMLFormElement): GuestFields =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
