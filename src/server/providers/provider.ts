/** Status of an invoice at the payment provider. */
export type InvoiceStatus = "pending" | "succeeded" | "canceled";

/** Data that a provider needs to issue an invoice. The amount is in roubles. */
interface InvoiceOrder {
  /** Idempotency key. The provider never issues a second invoice for the same key. */
  readonly key: string;
  /**
   * Time at which the payment was stored, before the first request with this key. Needed because a provider forgets
   * keys after some time.
   */
  readonly createdAt: Date;
  readonly amount: number;
  readonly title: string;
  /** Public origin of this server, under which the payer's browser reaches it. */
  readonly origin: string;
  /** URL to which the payment page sends the payer back. If undefined, the payer does not return to the order. */
  readonly returnUrl: string | undefined;
  readonly settings: unknown;
}

/** Invoice that a provider has issued. */
export interface IssuedInvoice {
  readonly id: string;
  readonly url: string | null;
  readonly status: InvoiceStatus;
}

/** Data that identifies an issued invoice at the payment provider. The amount is in roubles. */
export interface InvoiceRef {
  readonly id: string;
  readonly key: string;
  readonly amount: number;
  readonly settings: unknown;
}

/** Data that a provider needs to refund an invoice, wholly or in part. */
export interface RefundOrder {
  /** Idempotency key. The provider never refunds twice for the same key. */
  readonly key: string;
  /** Time at which the refund was stored, before the first request with this key. */
  readonly createdAt: Date;
  /** Amount of this refund, roubles. */
  readonly amount: number;
  /** Sum of the earlier refunds of the invoice, roubles. No other refund of the invoice is under way. */
  readonly refundedBefore: number;
}

/**
 * Payment provider. All calls are idempotent, so retries are safe. A call whose outcome is unknown throws
 * `ProviderSilent`.
 */
export interface Provider {
  /** Returns the reason why the provider cannot work with these settings, or undefined for correct settings. */
  findSetupFault(settings: unknown): string | undefined;
  /** Throws `AccessRefused` if the provider does not accept the credentials in the settings. */
  checkAccess(settings: unknown): Promise<void>;
  /**
   * Creates an invoice, or finds the existing invoice with this key. A `ProviderRefused` other than `AccessRefused` is
   * thrown only if no invoice with this key exists.
   */
  issue(order: InvoiceOrder): Promise<IssuedInvoice>;
  check(invoice: InvoiceRef): Promise<InvoiceStatus>;
  /**
   * Cancels an invoice unless it has been paid, and returns its final status. Throws `ProviderRefused` if the provider
   * cannot cancel the invoice.
   */
  cancel(invoice: InvoiceRef): Promise<InvoiceStatus>;
  /**
   * Refunds a paid invoice, wholly or in part. Throws `RefundGivenUp` only if the provider has permanently
   * refused this refund, so no money can move under its idempotency key.
   */
  refund(invoice: InvoiceRef, refund: RefundOrder): Promise<void>;
}

/** Payment providers, keyed by the provider name that external payment methods store. */
export type Providers = Readonly<Record<string, Provider>>;

/** Error: the provider refuses the request. The error message is shown to the operator. */
export class ProviderRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ProviderRefused";
  }
}

/**
 * Error: the provider refuses the credentials. The outcome of an earlier attempt stays unknown, because that attempt
 * may have used other credentials and succeeded.
 */
export class AccessRefused extends ProviderRefused {}

/** Error: the provider permanently refuses a refund. Only a refund with a new idempotency key can succeed. */
export class RefundGivenUp extends ProviderRefused {}

/** Error: the provider's response is missing, incomplete or unreadable. The outcome of the request is unknown. */
export class ProviderSilent extends Error {
  constructor(message = "Платёжная система не ответила. Проверьте счёт через минуту.") {
    super(message);
    this.name = "ProviderSilent";
  }
}
