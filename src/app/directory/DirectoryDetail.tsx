import { type ReactNode, useState } from "react";
import { toFailure } from "#machines/core/failure.ts";
import type { QueryDescriptor } from "#machines/core/query.ts";
import type { EditorDescriptor, Id } from "#machines/directory/types.ts";
import { withLastQuery } from "../shared/lastQuery.ts";
import { useWayBack } from "../shared/useLeaveGuard.ts";
import { useQuery } from "../shared/useQuery.ts";
import { useTitle } from "../shared/useTitle.ts";
import { OpeningStates } from "./OpeningStates.tsx";

type Readable<Scope, Draft, Choices> = Pick<EditorDescriptor<Scope, Draft, Choices>, "loadChoices" | "read">;

interface DetailQuery<Scope> {
  readonly scope: Scope;
  readonly id: Id;
}

interface Detail<Draft, Choices> {
  readonly draft: Draft;
  readonly choices: Choices;
}

const queryDetail = <Scope, Draft, Choices>({
  loadChoices,
  read,
}: Readable<Scope, Draft, Choices>): QueryDescriptor<DetailQuery<Scope>, Detail<Draft, Choices> | "missing"> => ({
  name: "directoryDetail",
  load: async (api, { scope, id }, signal) => {
    try {
      const [choices, { draft }] = await Promise.all([loadChoices(api, scope, signal), read(api, scope, id, signal)]);
      return { draft, choices };
    } catch (error) {
      if (toFailure(error).kind === "missing") return "missing";
      throw error;
    }
  },
});

/** Read-only screen of one directory entry. A change of `descriptor` after the first render has no effect. */
export const DirectoryDetail = <Scope, Draft, Choices>({
  descriptor,
  scope,
  id,
  title,
  listPath,
  action,
  children,
}: {
  descriptor: Readable<Scope, Draft, Choices>;
  scope: Scope;
  id: Id;
  title: string;
  listPath: string;
  action: (draft: Draft) => ReactNode;
  children: (draft: Draft, choices: Choices) => ReactNode;
}) => {
  const [query] = useState(() => queryDetail(descriptor));
  const { shown, error, isOffered, refresh } = useQuery(query, { scope, id });
  const detail = shown?.answer === "missing" ? undefined : shown?.answer;
  useTitle(title);
  useWayBack(withLastQuery(listPath));
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>{title}</h1>
        <span className="flex-1" />
        {detail && action(detail.draft)}
      </header>
      {!detail && (
        <OpeningStates
          state={shown ? "missing" : error ? "failed" : "opening"}
          error={error}
          isOffered={isOffered}
          listPath={listPath}
          onRetry={refresh}
        />
      )}
      {detail && children(detail.draft, detail.choices)}
    </>
  );
};
