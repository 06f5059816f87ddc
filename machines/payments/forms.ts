import type { MoneyMove } from "./moneyIntent.ts";
import type { OrderSnapshot } from "./orderSnapshot.ts";

/** Event that a form sends to its dialog when the user submits it. */
export interface FormSubmitted {
  readonly type: "form.submitted";
  readonly move: MoneyMove;
}

/** Event that a dialog sends to its form after the order was read again. */
export interface OrderChanged {
  readonly type: "order.changed";
  readonly snapshot: OrderSnapshot;
}
