import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";

interface TaskArgs {
  input: { id: number };
  signal: AbortSignal;
}

/** Returns the secret of an invitation. `text` is the whole link or only the secret. */
export const secretOfLink = (text: string): string => text.trim().split(/[/=]/).at(-1) ?? "";

/**
 * Returns the actor that accepts an invitation. `readLink` reads the link from the form when the request is sent,
 * because a machine's context must not contain secrets.
 */
export const acceptActors = (api: Api, readLink: () => string) => ({
  run: fromPromise(async ({ input: { id }, signal }: TaskArgs): Promise<number> => {
    const params = { path: { invitationId: id } };
    const body = { code: secretOfLink(readLink()) };
    await unwrap(api.POST("/api/Invitation/{invitationId}/Accept", { params, body, signal }));
    return 1;
  }),
});

export const declineActors = (api: Api) => ({
  run: fromPromise(async ({ input: { id }, signal }: TaskArgs): Promise<number> => {
    const params = { path: { invitationId: id } };
    await unwrap(api.POST("/api/Invitation/{invitationId}/Decline", { params, signal }));
    return 1;
  }),
});
