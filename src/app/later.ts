import { keepFocus } from "./focus.ts";

/** What the main job needs beside the list: here before it is opened, it opens at once, and while the server is away. */
const parts: readonly (() => Promise<unknown>)[] = [
  () => import("./screens/orders/editor/OrderEditor.tsx"),
  () => import("./screens/orders/detail/OrderDetail.tsx"),
  () => import("./ui/DialogPanel.tsx"),
];

/** Starts what the page can do without until its first data are painted; code that does not come is asked for again when it is needed. */
export const startLater = async (): Promise<void> => {
  keepFocus();
  for (const load of parts) await load().catch(() => {});
};
