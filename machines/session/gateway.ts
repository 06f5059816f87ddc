const UNANSWERED_STATUSES: readonly number[] = [502, 503, 504];

const isOfType = (response: Response, type: string): boolean =>
  response.headers.get("Content-Type")?.startsWith(type) === true;

/**
 * Returns true if a gateway or a captive portal answered instead of the server. The server itself
 * answers 502 with a problem body when a payment provider failed. It never answers a call with an HTML page.
 */
export const isFromGateway = (response: Response): boolean =>
  UNANSWERED_STATUSES.includes(response.status)
    ? !(response.status === 502 && isOfType(response, "application/problem+json"))
    : response.ok && isOfType(response, "text/html");
