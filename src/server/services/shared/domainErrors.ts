/** Sentences about wrong fields, keyed by the path of the field. */
export type FieldErrors = Record<string, string>;

/** Field errors and response members of a refusal. */
interface Details {
  readonly errors?: FieldErrors;
  /** Members for the client, such as the current order of a stale save. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Kinds of refusals. The transport gives each its status. */
export type RefusalKind =
  | "invalid"
  | "notSignedIn"
  | "signInRefused"
  | "forbidden"
  | "notFound"
  | "conflict"
  | "inProgress"
  | "stale"
  | "tooLarge"
  | "keyReused"
  | "tooMany";

/** A refusal with a sentence that the user reads. */
export abstract class DomainError extends Error {
  abstract readonly kind: RefusalKind;
  readonly errors: FieldErrors | undefined;
  readonly data: Readonly<Record<string, unknown>>;

  constructor(message: string, { errors, data = {} }: Details = {}) {
    super(message);
    this.name = new.target.name;
    this.errors = errors;
    this.data = data;
  }
}

/** Well-formed values that make no sense here. */
export class Invalid extends DomainError {
  readonly kind = "invalid";

  constructor(message: string, errors?: FieldErrors) {
    super(message, errors && { errors });
  }
}

/** Missing or expired credentials of a call. */
export class NotSignedIn extends DomainError {
  readonly kind = "notSignedIn";

  constructor(message = "Вы не вошли или сеанс закончился.") {
    super(message);
  }
}

/** Wrong credentials of an attempt to sign in or to continue a session. */
export class SignInRefused extends DomainError {
  readonly kind = "signInRefused";
}

/** An action that the caller may not take. */
export class Forbidden extends DomainError {
  readonly kind = "forbidden";

  constructor(message: string, errors?: FieldErrors) {
    super(message, errors && { errors });
  }
}

/** A record that does not exist or that the caller may not see. */
export class NotFound extends DomainError {
  readonly kind = "notFound";

  constructor(message = "Запись не найдена.") {
    super(message);
  }
}

/** A request that contradicts the state of its record. */
export class Conflict extends DomainError {
  readonly kind = "conflict";
}

/** A repetition of a request that is still being processed. The client repeats it later under the same key. */
export class InProgress extends DomainError {
  readonly kind = "inProgress";

  constructor() {
    super("Такой же запрос ещё выполняется. Подождите немного.");
  }
}

/** A change based on an outdated version of a record. `current` is the record as it is now, under its name in the description. */
export class Stale extends DomainError {
  readonly kind = "stale";

  constructor(title: string, current: Readonly<Record<string, unknown>>) {
    super(`${title} уже изменил кто-то другой. Посмотрите, что изменилось.`, { data: current });
  }
}

/** Data beyond the allowed size. */
export class TooLarge extends DomainError {
  readonly kind = "tooLarge";
}

/** An idempotency key that the caller has used for another request. */
export class KeyReused extends DomainError {
  readonly kind = "keyReused";

  constructor() {
    super("Этот ключ запроса уже использован для другого запроса.");
  }
}

/** A rate limit that is exceeded. */
export class TooMany extends DomainError {
  readonly kind = "tooMany";
  /** Time after which a repetition may succeed, seconds. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** Returns the error for wrong fields, one sentence per field. */
export const invalidFields = (errors: FieldErrors): Invalid => new Invalid("Проверьте заполнение полей.", errors);

/** Throws `Invalid` with the sentences by field, unless there are none. */
export const refuseFields = (errors: FieldErrors): void => {
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
};

/** Returns the row. Throws `NotFound` with the message when there is none. */
export const requireRow = <Row>(row: Row | undefined | null, message?: string): Row => {
  if (row === undefined || row === null) throw new NotFound(message);
  return row;
};
