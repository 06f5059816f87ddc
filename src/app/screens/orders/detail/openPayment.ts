/** History state with which the order's screen opens the payment dialog. */
export const OPENS_PAYMENT = "payment";
