import { fromPromise } from "xstate";
import { type Api, unwrap } from "#api/client.ts";

interface Given {
  input: { id: number };
  signal: AbortSignal;
}

/** The task of an administrator who throws away what nobody needs; it answers how many there were. */
export const cleanActors = (api: Api) => ({
  run: fromPromise(async ({ signal }: Given): Promise<number> => {
    const { count } = await unwrap(api.POST("/api/Notification/Admin/Clean", { signal }));
    return count;
  }),
});

/** The task of marking one notification read. */
export const readActors = (api: Api) => ({
  run: fromPromise(async ({ input: path, signal }: Given): Promise<number> => {
    await unwrap(api.POST("/api/Notification/{id}", { params: { path }, signal }));
    return 1;
  }),
});

/** The task of marking every notification read, up to the latest one there is. */
export const readAllActors = (api: Api) => ({
  run: fromPromise(async ({ signal }: Given): Promise<number> => {
    const [latest] = await unwrap(
      api.GET("/api/Notification", { params: { query: { limit: 1 } }, signal }),
      Array.isArray,
    );
    if (latest) await unwrap(api.POST("/api/Notification/Read", { body: { latestId: latest.id }, signal }));
    return latest ? 1 : 0;
  }),
});
