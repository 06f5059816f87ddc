/** State of an invoice at its provider. */
export type InvoiceStatus = "pending" | "succeeded" | "canceled";

/** What a provider needs to issue an invoice. */
interface InvoiceOrder {
  /** Names the intent: the same key never makes a second invoice. */
  readonly key: string;
  readonly amount: number;
  readonly title: string;
  /** Address under which the payer's browser reaches this server. */
  readonly origin: string;
  readonly settings: unknown;
}

/** An invoice as the provider made it. */
export interface IssuedInvoice {
  readonly id: string;
  readonly url: string | null;
  readonly status: InvoiceStatus;
}

/** An invoice that is already with the provider. */
export interface InvoiceRef {
  readonly id: string;
  readonly key: string;
  readonly amount: number;
  readonly settings: unknown;
  /** How many refunds of it were given up: the same number never sends the money back twice. */
  readonly refundAttempt: number;
}

/** A service that takes money from payers. Every call may be repeated: a repetition changes nothing. */
export interface Provider {
  issue(order: InvoiceOrder): Promise<IssuedInvoice>;
  check(invoice: InvoiceRef): Promise<InvoiceStatus>;
  /** Withdraws an invoice that is not paid yet; answers the state that it ended in. */
  cancel(invoice: InvoiceRef): Promise<InvoiceStatus>;
  /** Sends the money back; throws RefundGivenUp when it surely did not go and never will under this attempt. */
  refund(invoice: InvoiceRef): Promise<void>;
}

/** The providers by the name that an external payment method has in the database. */
export type Providers = Readonly<Record<string, Provider>>;

/** The provider said no, in words for the operator. */
export class ProviderRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = "ProviderRefused";
  }
}

/** The provider has given a refund up for good: a repetition would get the same answer, only a new attempt may get another. */
export class RefundGivenUp extends ProviderRefused {}

/** The provider did not answer, or is still at work: whether it did the work is not known. */
export class ProviderSilent extends Error {
  constructor(message = "Платёжная система не ответила. Проверьте счёт через минуту.") {
    super(message);
    this.name = "ProviderSilent";
  }
}
