const UNANSWERED_STATUSES: readonly number[] = [502, 503, 504];

const isOfType = (response: Response, type: string): boolean =>
  response.headers.get("Content-Type")?.startsWith(type) === true;

/**
 * Returns true if a gateway or a captive portal answered instead of the server. The server never answers with HTML, and
 * its own 502 (failure of a payment provider) has the media type `application/problem+json`.
 */
export const isFromGateway = (response: Response): boolean =>
  UNANSWERED_STATUSES.includes(response.status)
    ? !(response.status === 502 && isOfType(response, "application/problem+json"))
    : response.ok && isOfType(response, "text/html");
