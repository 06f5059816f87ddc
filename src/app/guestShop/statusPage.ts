import { createCart } from "./startCart.ts";

/** Starts the script of the status page. It reads the stage of the order every 10 s and marks it. */
export const startStatusPage = (main: HTMLElement): void => {
  if (main.dataset["over"] === "true") return;
  const { cart } = createCart(main.dataset["slug"] ?? "");
  cart.subscribe(({ context: { status } }) => {
    if (!status) return;
    const steps = [...main.querySelectorAll<HTMLElement>("[data-stage]")];
    const current = steps.find((step) => step.dataset["stage"] === status.stage);
    // The server renders a different page for an order that has ended and after a payment, so the page is reloaded.
    if (!current || status.isOver || status.payment !== main.dataset["payment"]) location.reload();
    else if (!current.hasAttribute("aria-current")) {
      for (const step of steps) step.removeAttribute("aria-current");
      current.setAttribute("aria-current", "step");
    }
  });
  cart.start();
  cart.send({ type: "order.track" });
};
