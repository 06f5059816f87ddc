/** State of an invoice at its provider. */
export type InvoiceStatus = "pending" | "succeeded" | "canceled";

/** Data from which a provider issues an invoice. */
interface InvoiceOrder {
  /** Idempotency key: the same key never creates a second invoice. */
  readonly key: string;
  readonly amount: number;
  readonly title: string;
  /** Origin under which the payer's browser reaches this server. */
  readonly origin: string;
  readonly settings: unknown;
}

/** Invoice returned by the provider. */
export interface IssuedInvoice {
  readonly id: string;
  readonly url: string | null;
  readonly status: InvoiceStatus;
}

/** Reference to an issued invoice. */
export interface InvoiceRef {
  readonly id: string;
  readonly key: string;
  readonly amount: number;
  readonly settings: unknown;
  /** Number of refunds that the provider gave up. The same number never refunds twice. */
  readonly refundAttempt: number;
}

/** Payment provider. Every call is idempotent. */
export interface Provider {
  /** Returns the reason why the provider cannot work with the settings, or undefined when it can. */
  findSetupFault(settings: unknown): string | undefined;
  issue(order: InvoiceOrder): Promise<IssuedInvoice>;
  check(invoice: InvoiceRef): Promise<InvoiceStatus>;
  /** Cancels an unpaid invoice and returns its final state. */
  cancel(invoice: InvoiceRef): Promise<InvoiceStatus>;
  /** Refunds an invoice. Throws `RefundGivenUp` when this attempt has finally failed. */
  refund(invoice: InvoiceRef): Promise<void>;
}

/** Providers by their name in external payment methods. */
export type Providers = Readonly<Record<string, Provider>>;

/** Refusal by the provider, with a message for the operator. */
export class ProviderRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ProviderRefused";
  }
}

/** Refusal of the credentials. It does not tell whether the invoice or the refund exists. */
export class AccessRefused extends ProviderRefused {}

/** Final refusal of a refund. Repetitions return the same result; only a new attempt can succeed. */
export class RefundGivenUp extends ProviderRefused {}

/** Missing, unfinished or unreadable response of the provider. The outcome of the call is unknown. */
export class ProviderSilent extends Error {
  constructor(message = "Платёжная система не ответила. Проверьте счёт через минуту.") {
    super(message);
    this.name = "ProviderSilent";
  }
}
