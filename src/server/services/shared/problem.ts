/** Text of one wrong field, keyed by the field's path. */
export type FieldErrors = Record<string, string>;

interface Details {
  readonly errors?: FieldErrors;
  /** Members beside the standard ones, such as the current order of a stale save. */
  readonly extra?: Record<string, unknown>;
  readonly headers?: Record<string, string>;
}

/** A refusal that the caller is meant to read; becomes an RFC 9457 answer. */
export class Problem extends Error {
  readonly status: number;
  readonly details: Details;

  constructor(status: number, message: string, details: Details = {}) {
    super(message);
    this.name = "Problem";
    this.status = status;
    this.details = details;
  }
}

/** 404 with the sentence of what is missing. */
export const missing = (what = "Запись не найдена."): Problem => new Problem(404, what);

/** 409: the request contradicts the state of what it is about. */
export const conflict = (message: string): Problem => new Problem(409, message);

/** 412 with the entry as it is now, under the name that it has on the wire: somebody has changed what the caller saw. */
export const stale = (what: string, now: Record<string, unknown>): Problem =>
  new Problem(412, `${what} уже изменил кто-то другой. Посмотрите, что изменилось.`, { extra: now });

/** 400 for values that are well-formed but do not make sense here. */
export const invalid = (message: string, errors?: FieldErrors): Problem =>
  new Problem(400, message, errors ? { errors } : {});

/** 400 with a sentence for each wrong field. */
export const wrongFields = (errors: FieldErrors): Problem => invalid("Проверьте заполнение полей.", errors);

/** Throws 400 with the sentences by field, unless there are none. */
export const refuseFields = (errors: FieldErrors): void => {
  if (Object.keys(errors).length > 0) throw wrongFields(errors);
};

/** The row, or a 404 problem when there is none. */
export const found = <Row>(row: Row | undefined | null, what?: string): Row => {
  if (row === undefined || row === null) throw missing(what);
  return row;
};
