import { createApi } from "#api/client.ts";

/** Request that an API client has sent. */
interface RecordedCall {
  readonly method: string;
  /** Decoded path with the query. */
  readonly url: string;
  /** Method and `url`, separated by a space. */
  readonly call: string;
  readonly body: string;
  /** Parsed `body`, or undefined for a request without a body. Throws SyntaxError for a body that is not JSON. */
  readonly json: unknown;
  readonly headers: Headers;
}

/**
 * Returns an API client that gets `answer` for each call, and the list of the calls. The default status is 200, or 204
 * for an undefined answer.
 */
export const recordedApi = (answer: unknown, status = answer === undefined ? 204 : 200) => {
  const calls: RecordedCall[] = [];
  const api = createApi({
    baseUrl: "http://server",
    fetch: async (request: Request) => {
      const body = await request.clone().text();
      const { method, headers } = request;
      const url = decodeURIComponent(request.url.replace("http://server", ""));
      calls.push({
        method,
        url,
        call: `${method} ${url}`,
        body,
        get json() {
          return body === "" ? undefined : JSON.parse(body);
        },
        headers,
      });
      return answer === undefined ? new Response(null, { status }) : Response.json(answer, { status });
    },
  });
  return { api, calls };
};
