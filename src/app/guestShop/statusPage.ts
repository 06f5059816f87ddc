import { createCart } from "./startCart.ts";

/**
 * Starts the script of the status page. The script reads the status of the order every 10 s until the order has ended,
 * and marks the current stage. It reloads the page when the order has ended, the payment status has changed, or the
 * page does not show the current stage.
 */
export const startStatusPage = (main: HTMLElement): void => {
  if (main.dataset["over"] === "true") return;
  const { cart } = createCart(main.dataset["slug"] ?? "");
  cart.subscribe(({ context: { status } }) => {
    if (!status) return;
    const steps = [...main.querySelectorAll<HTMLElement>("[data-stage]")];
    const current = steps.find((step) => step.dataset["stage"] === status.stage);
    // The page is reloaded if the server would render a different page: the order has ended, the current stage is not
    // among the shown steps, or the payment state has changed.
    if (!current || status.isOver || status.payment !== main.dataset["payment"]) location.reload();
    else if (!current.hasAttribute("aria-current")) {
      for (const step of steps) step.removeAttribute("aria-current");
      current.setAttribute("aria-current", "step");
    }
  });
  cart.start();
  cart.send({ type: "order.track" });
};
