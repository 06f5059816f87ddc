import type { FieldErrors } from "../services/shared/domainErrors.ts";

/** Optional fields and headers of a problem. */
interface ProblemDetails {
  readonly errors?: FieldErrors | undefined;
  /** Additional fields of the response body. */
  readonly members?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** RFC 9457 problem: the response to a failed request. */
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
