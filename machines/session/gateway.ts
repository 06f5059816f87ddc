const UNANSWERED_STATUSES: readonly number[] = [502, 503, 504];

const isOfType = (response: Response, type: string): boolean =>
  response.headers.get("Content-Type")?.startsWith(type) === true;

/**
 * Returns true if a gateway or a captive portal answered instead of the server. A 502 with a problem body comes from
 * the server itself, when a payment provider failed. The server never answers a call with a page.
 */
export const isFromGateway = (response: Response): boolean =>
  UNANSWERED_STATUSES.includes(response.status)
    ? !(response.status === 502 && isOfType(response, "application/problem+json"))
    : response.ok && isOfType(response, "text/html");
