import type { GuestFields } from "#machines/shop/shopCart.ts";

const read = (storage: () => Storage, name: string): GuestFields | undefined => {
  try {
    const value: unknown = JSON.parse(storage().getItem(name) ?? "null");
    return typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)]))
      : undefined;
  } catch {
    // The browser may block the storage. The shop then works without stored data.
    return undefined;
  }
};

const write = (storage: () => Storage, name: string, fields: GuestFields | undefined): void => {
  try {
    if (fields) storage().setItem(name, JSON.stringify(fields));
    else storage().removeItem(name);
  } catch {
    // The browser may block the storage. The shop then works without stored data.
  }
};

/**
 * Opens the storage of a shop. It contains the dishes that were chosen in this tab, and the sent order until the server
 * answers.
 */
export const openGuestStorage = (slug: string) => {
  const choice = `shop-choice-${slug}`;
  const pending = `shop-pending-${slug}`;
  return {
    readChoice: () => read(() => sessionStorage, choice) ?? {},
    keepChoice: (fields: GuestFields) => write(() => sessionStorage, choice, fields),
    forgetChoice: () => write(() => sessionStorage, choice, undefined),
    readPending: () => read(() => localStorage, pending),
    pending: {
      keep: (fields: GuestFields) => write(() => localStorage, pending, fields),
      clear: () => write(() => localStorage, pending, undefined),
    },
  };
};
