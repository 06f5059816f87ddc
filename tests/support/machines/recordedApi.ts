import { createApi } from "#api/client.ts";

/** Request that an API client has sent. */
interface RecordedCall {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly headers: Headers;
}

/** Returns a client whose calls are all answered with `answer`, or with status 204 without one. Records the calls. */
export const recordedApi = (answer: unknown) => {
  const calls: RecordedCall[] = [];
  const api = createApi({
    baseUrl: "http://server",
    fetch: async (request: Request) => {
      const body = await request.clone().text();
      const url = decodeURIComponent(request.url.replace("http://server", ""));
      calls.push({ method: request.method, url, body, headers: request.headers });
      return answer === undefined ? new Response(null, { status: 204 }) : Response.json(answer);
    },
  });
  return { api, calls };
};
