import { useSelector } from "@xstate/react";
import type { ReactNode } from "react";
import type { Edited, Id } from "#machines/resource/resource.ts";
import { useWayBack } from "../useLeaveGuard.ts";
import { useTitle } from "../useTitle.ts";
import { OpeningStates } from "./OpeningStates.tsx";
import { useEditor } from "./useEditor.ts";

/** One entry of a directory to look at; give it a `key` of its scope and id, for it reads both once. */
export const ResourceDetail = <Scope, Draft, Known>({
  resource,
  scope,
  id,
  title,
  listPath,
  action,
  children,
}: {
  resource: Pick<Edited<Scope, Draft, Known>, "know" | "read">;
  scope: Scope;
  id: Id;
  title: string;
  listPath: string;
  action: (draft: Draft) => ReactNode;
  children: (draft: Draft, known: Known) => ReactNode;
}) => {
  const editor = useEditor({ ...resource, ...readOnly }, scope, id);
  const opening = useSelector(editor, ({ context }) => context.opening);
  useTitle(title);
  useWayBack(listPath);
  return (
    <>
      <header className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1>{title}</h1>
        <span className="flex-1" />
        {opening && action(opening.opened.draft)}
      </header>
      <OpeningStates editor={editor} listPath={listPath} />
      {opening && children(opening.opened.draft, opening.known)}
    </>
  );
};

const refused = () => {
  throw new Error("A detail is only looked at");
};

const readOnly = { name: "detail", blank: refused, save: refused };
