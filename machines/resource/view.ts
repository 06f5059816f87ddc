import type { Api } from "#api/client.ts";

/** Something that is read and shown, never changed: a card of the dashboard, a report. */
export interface Viewed<Query, Answer> {
  readonly name: string;
  load(api: Api, query: Query, signal: AbortSignal): Promise<Answer>;
  /** Whether what is shown goes on changing, as today does; then it is asked for anew again and again. */
  isLive?(query: Query): boolean;
  /** After what time a live one is asked for anew, milliseconds; without it after a minute. */
  refreshEvery?(answer: Answer | undefined): number;
}

/** What is asked. */
export interface Asked<Query> {
  readonly query: Query;
}

/** An answer with the query that it belongs to, and when it came, milliseconds since 1970. */
export interface Answered<Query, Answer> extends Asked<Query> {
  readonly answer: Answer;
  readonly at: number;
}
