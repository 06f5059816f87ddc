/** History state that makes the order screen open the payment dialog. */
export const OPENS_PAYMENT = "payment";
