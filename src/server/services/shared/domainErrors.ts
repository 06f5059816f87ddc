/** Messages for invalid fields, keyed by the path of the field. */
export type FieldErrors = Record<string, string>;

/** Optional data of a domain error: the field errors, and data for the client. */
interface Details {
  readonly errors?: FieldErrors;
  /** Data for the client, such as the current order when a save is based on an outdated version. */
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Kind of domain error. The HTTP layer maps each kind to a status code. */
export type RefusalKind =
  | "invalid"
  | "notSignedIn"
  | "signInRefused"
  | "forbidden"
  | "notFound"
  | "notAcceptable"
  | "conflict"
  | "inProgress"
  | "moduleOff"
  | "stale"
  | "tooLarge"
  | "keyReused"
  | "versionRequired"
  | "tooMany"
  | "noRoom";

/** Error that refuses a request. Its message is shown to the user. */
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

/** Error: the request is malformed, or its values break a rule. */
export class Invalid extends DomainError {
  readonly kind = "invalid";

  constructor(message: string, errors?: FieldErrors) {
    super(message, errors && { errors });
  }
}

/** Error: the credentials of a request are missing, invalid or expired. */
export class NotSignedIn extends DomainError {
  readonly kind = "notSignedIn";

  constructor(message = "Вы не вошли или сеанс закончился.") {
    super(message);
  }
}

/**
 * Error: the sign-in failed because the user name, the password or the code of the second factor is missing or wrong,
 * or because a refresh token is not valid.
 */
export class SignInRefused extends DomainError {
  readonly kind = "signInRefused";
}

/**
 * Error: the caller may not make the request, because a permission is missing or the record belongs to a different
 * owner. `PermissionMissing` is for permissions that a manager can grant for one request.
 */
export class Forbidden extends DomainError {
  readonly kind = "forbidden";

  constructor(message: string, errors?: FieldErrors, data: Readonly<Record<string, unknown>> = {}) {
    super(message, { ...(errors && { errors }), data });
  }
}

/**
 * Error: the caller lacks a permission. If the operation is overridable, a manager who has the `needed` values of the
 * permissions may allow the request.
 */
export class PermissionMissing extends DomainError {
  readonly kind = "forbidden";
  /** Values of the missing permissions, keyed by permission name. */
  readonly needed: Readonly<Record<string, number>>;

  constructor(message: string, needed: Readonly<Record<string, number>>) {
    super(message);
    this.needed = needed;
  }
}

/** Error: the record does not exist, or the caller may not see it. */
export class NotFound extends DomainError {
  readonly kind = "notFound";

  constructor(message = "Запись не найдена.") {
    super(message);
  }
}

/** Error: the caller does not accept the media type of the response. */
export class NotAcceptable extends DomainError {
  readonly kind = "notAcceptable";
}

/** Error: the current state of the record does not allow the request. */
export class Conflict extends DomainError {
  readonly kind = "conflict";
}

/** Error: the module of the request is off in the company. */
export class ModuleOff extends DomainError {
  readonly kind = "moduleOff";

  constructor(message: string, module: string) {
    super(message, { data: { module } });
  }
}

/**
 * Error: the same request, or another request for the same invoice or refund, is still in progress. The client retries
 * the refused request later with the same idempotency key.
 */
export class InProgress extends DomainError {
  readonly kind = "inProgress";

  constructor() {
    super("Такой же запрос ещё выполняется. Подождите немного.");
  }
}

/**
 * Error: the request is based on an outdated version of a record. `current` contains the current record under its name
 * in the API description.
 */
export class Stale extends DomainError {
  readonly kind = "stale";

  constructor(
    title: string,
    current: Readonly<Record<string, unknown>>,
    message = `${title} уже изменил кто-то другой. Посмотрите, что изменилось.`,
  ) {
    super(message, { data: current });
  }
}

/** Error: the data exceeds the allowed size. */
export class TooLarge extends DomainError {
  readonly kind = "tooLarge";
}

/** Error: the caller has used the idempotency key for a different request. */
export class KeyReused extends DomainError {
  readonly kind = "keyReused";

  constructor() {
    super("Этот ключ запроса уже использован для другого запроса.");
  }
}

/** Error: the request does not name the version of the record that the caller saw. */
export class VersionRequired extends DomainError {
  readonly kind = "versionRequired";

  constructor() {
    super("Нужна версия записи. Обновите страницу.");
  }
}

/** Error: the rate limit is exceeded. */
export class TooMany extends DomainError {
  readonly kind = "tooMany";
  /** Time after which the client may retry the request, seconds. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super(message);
    this.retryAfter = retryAfter;
  }
}

/** Error: the disk of the database has too little free space for writes. */
export class NoRoom extends DomainError {
  readonly kind = "noRoom";

  constructor() {
    super("На диске сервера кончилось место: записать не получится, пока его не освободят. Читать можно.");
  }
}

/** Returns the error for invalid fields, with one message per field. */
export const invalidFields = (errors: FieldErrors): Invalid => new Invalid("Проверьте заполнение полей.", errors);

/** Throws `Invalid` with the messages, keyed by field. Does nothing if there are no messages. */
export const refuseFields = (errors: FieldErrors): void => {
  if (Object.keys(errors).length > 0) throw invalidFields(errors);
};

/** Returns the row, or throws `NotFound` with the message for a missing row. */
export const requireRow = <Row>(row: Row | undefined | null, message?: string): Row => {
  if (row === undefined || row === null) throw new NotFound(message);
  return row;
};
