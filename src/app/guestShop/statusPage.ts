import { createCart } from "./startCart.ts";

/** Starts the script of the status page: it marks the stage of the order, which is read every 10 s. */
export const startStatusPage = (main: HTMLElement): void => {
  if (main.dataset["over"] === "true") return;
  const { cart } = createCart(main.dataset["slug"] ?? "");
  cart.subscribe(({ context: { status } }) => {
    if (!status) return;
    const steps = [...main.querySelectorAll<HTMLElement>("[data-stage]")];
    const current = steps.find((step) => step.dataset["stage"] === status.stage);
    // A cancelled order has another page.
    if (!current) location.reload();
    else if (!current.hasAttribute("aria-current")) {
      for (const step of steps) step.removeAttribute("aria-current");
      current.setAttribute("aria-current", "step");
    }
  });
  cart.start();
  cart.send({ type: "order.track" });
};
