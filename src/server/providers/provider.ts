/** Status of an invoice at its payment provider. */
export type InvoiceStatus = "pending" | "succeeded" | "canceled";

/** Data that a provider needs to issue an invoice. */
interface InvoiceOrder {
  /** Idempotency key. The provider never issues a second invoice for the same key. */
  readonly key: string;
  /** Time before the first request with this key was sent. A provider may forget a key after some time. */
  readonly createdAt: Date;
  readonly amount: number;
  readonly title: string;
  /** Origin of this server in the payer's browser. The payment page sends the payer back to it. */
  readonly origin: string;
  readonly settings: unknown;
}

/** Invoice as the provider returns it after issuing. */
export interface IssuedInvoice {
  readonly id: string;
  readonly url: string | null;
  readonly status: InvoiceStatus;
}

/** Data that identifies an issued invoice at its provider. */
export interface InvoiceRef {
  readonly id: string;
  readonly key: string;
  readonly amount: number;
  readonly settings: unknown;
  /**
   * Number of refunds of this invoice that finally failed. It is part of the idempotency key, so one attempt never
   * refunds twice.
   */
  readonly refundAttempt: number;
}

/** Payment provider. Calls can be repeated safely, because all of them are idempotent. */
export interface Provider {
  /** Returns the reason why the provider cannot work with these settings, or undefined if it can. */
  findSetupFault(settings: unknown): string | undefined;
  /**
   * Creates an invoice, or finds the existing one with this key. Throws `ProviderRefused` only if no invoice with
   * this key exists.
   */
  issue(order: InvoiceOrder): Promise<IssuedInvoice>;
  check(invoice: InvoiceRef): Promise<InvoiceStatus>;
  /** Cancels an unpaid invoice and returns its final status. */
  cancel(invoice: InvoiceRef): Promise<InvoiceStatus>;
  /** Refunds a paid invoice. Throws `RefundGivenUp` when this refund has finally failed. */
  refund(invoice: InvoiceRef): Promise<void>;
}

/** Payment providers, keyed by the provider name in external payment methods. */
export type Providers = Readonly<Record<string, Provider>>;

/** Error: the provider refuses the request. The message is for the operator. */
export class ProviderRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ProviderRefused";
  }
}

/** Error: the provider refuses the credentials. The invoice or the refund may nevertheless exist. */
export class AccessRefused extends ProviderRefused {}

/**
 * Error: the provider finally refuses a refund. Repeating the request gives the same result; only a request with a
 * new key can succeed.
 */
export class RefundGivenUp extends ProviderRefused {}

/** Error: the provider's response is missing, incomplete or unreadable. The outcome of the request is unknown. */
export class ProviderSilent extends Error {
  constructor(message = "Платёжная система не ответила. Проверьте счёт через минуту.") {
    super(message);
    this.name = "ProviderSilent";
  }
}
