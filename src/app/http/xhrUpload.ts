import type { UploadFetch } from "#machines/files/upload.actors.ts";
import type { Session } from "../session/startSession.ts";

/** Time limit of an upload, ms. It allows 5 MB over a slow connection. */
const TIMEOUT_MS = 180_000;

const headersOf = (text: string): Headers =>
  new Headers(
    text
      .trim()
      .split(/[\r\n]+/)
      .map((line): [string, string] => {
        const at = line.indexOf(":");
        return [line.slice(0, at), line.slice(at + 1).trim()];
      }),
  );

/**
 * Sends a request with XMLHttpRequest. `fetch` is not used, because it cannot report the upload progress. Rejects
 * with a `TypeError` if the upload fails, and with the abort reason if the request is aborted.
 */
const send = async (request: Request, report: (fraction: number) => void): Promise<Response> => {
  const body = await request.blob();
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest();
    call.open(request.method, request.url);
    for (const [name, value] of request.headers) call.setRequestHeader(name, value);
    call.responseType = "arraybuffer";
    call.upload.addEventListener("progress", ({ loaded, total }) => report(total > 0 ? loaded / total : 0));
    call.addEventListener("load", () =>
      resolve(
        new Response(call.status === 204 ? null : (call.response as ArrayBuffer), {
          status: call.status,
          headers: headersOf(call.getAllResponseHeaders()),
        }),
      ),
    );
    call.addEventListener("error", () => reject(new TypeError("The upload did not reach the server")));
    call.addEventListener("abort", () => reject(request.signal.reason));
    request.signal.addEventListener("abort", () => call.abort());
    if (request.signal.aborted) call.abort();
    else call.send(body);
  });
};

/** Creates a `fetch` for uploads that reports the progress, sends the session's access token and can be aborted. */
export const createUploadFetch =
  (fetchBy: Session["fetchBy"]): UploadFetch =>
  (report) =>
    fetchBy((request) => send(request, report), TIMEOUT_MS);
