import { vi } from "vitest";
import { createActor, fromCallback } from "xstate";
import { createApi, type Schemas } from "#api/client.ts";
import type { Services } from "#app/services/context.ts";
import { createExtensions } from "#app/services/extensions.ts";
import { queryMachineOf } from "#machines/core/query.machine.ts";
import type { References } from "#machines/queries/references.ts";
import { connectivityMachine } from "#machines/session/connectivity.machine.ts";
import { pageMachine } from "#machines/shell/page.machine.ts";
import type { SavedSettings } from "#machines/shell/settings.ts";
import { shellMachine } from "#machines/shell/shell.machine.ts";

/** Current time of the fake server, milliseconds since 1970. */
export const NOW = Date.parse("2026-11-21T09:00:00Z");

type Answer = Response | Promise<Response>;

/** Request that a component sent to the fake server. */
export interface SentRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/**
 * Returns fake services, and the lists `sent` of the requests of the API client and `faults` of the errors that
 * machines report. `answer` answers every request.
 */
export const givenServices = (
  answer: (request: SentRequest) => Answer,
  { companies = [], isAdmin = false }: { companies?: readonly Schemas["Company"][]; isAdmin?: boolean } = {},
) => {
  const sent: SentRequest[] = [];
  const faults: unknown[] = [];
  const page = createActor(pageMachine.provide({ actions: { reportFault: (_, error) => faults.push(error) } })).start();
  const api = createApi({
    baseUrl: "http://server",
    fetch: async (request) => {
      const text = await request.text();
      const { pathname, search } = new URL(request.url);
      const sentRequest = {
        method: request.method,
        path: pathname + search,
        body: text ? JSON.parse(text) : undefined,
      };
      sent.push(sentRequest);
      return answer(sentRequest);
    },
  });
  const environment = fromCallback(() => () => {});
  const shell = createActor(
    shellMachine.provide({
      actors: {
        companies: queryMachineOf<Record<string, never>, readonly Schemas["Company"][]>(),
        settings: queryMachineOf<Record<string, never>, SavedSettings>(),
      },
    }),
    { input: { companies, settings: {} }, parent: page },
  );
  const references = createActor(queryMachineOf<{ readonly companyId: number }, References>(), {
    input: { query: { companyId: 1 }, cached: { statuses: [], tags: [] }, cachedForMs: 1 },
    parent: page,
  });
  const services: Services = {
    api,
    extensions: createExtensions(),
    user: { id: 7, name: "Анна" },
    roles: () => (isAdmin ? "Admin" : "User"),
    onRolesChange: () => () => {},
    signOut: vi.fn(),
    fetchBy: () => (request) => Promise.resolve(answer({ method: request.method, path: request.url, body: undefined })),
    shell,
    connectivity: createActor(connectivityMachine, { parent: page }),
    page,
    environment,
    newKey: () => "key",
    references: () => references,
    orderList: () => {
      throw new Error("The order list is not part of this test");
    },
    prefetch: vi.fn(),
    now: () => NOW,
    nowIfSynced: () => NOW,
    onClockCorrection: () => () => {},
  };
  return { services, sent, faults };
};
