import type { FieldErrors } from "../services/shared/domainErrors.ts";

/** Parts of a problem besides its status and sentence. */
interface ProblemDetails {
  readonly errors?: FieldErrors | undefined;
  /** Members beside the standard ones. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An RFC 9457 problem: the response to a request that failed. */
export class HttpProblem extends Error {
  readonly status: number;
  readonly details: ProblemDetails;

  constructor(status: number, message: string, details: ProblemDetails = {}) {
    super(message);
    this.name = "HttpProblem";
    this.status = status;
    this.details = details;
  }
}
