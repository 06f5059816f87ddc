import { useSelector } from "@xstate/react";
import { Button } from "../ui/Button.tsx";
import { ErrorBox } from "../ui/ErrorBox.tsx";
import { Link } from "../ui/Link.tsx";
import type { EditorActor } from "./useEditor.ts";

const Skeleton = () => (
  <div aria-hidden className="card grid max-w-3xl animate-pulse gap-4">
    {["w-40", "w-72", "w-56"].map((width) => (
      <span key={width} className={`block h-8 rounded bg-sunken ${width}`} />
    ))}
  </div>
);

/** What is shown while an entry is being read, could not be read, or does not exist. */
export const OpeningStates = <Draft, Known>({
  editor,
  listPath,
}: {
  editor: EditorActor<Draft, Known>;
  listPath: string;
}) => {
  const state = useSelector(editor, (snapshot) => snapshot);
  if (state.matches("opening")) return <Skeleton />;
  const back = (
    <Link href={listPath} className="btn btn-plain">
      К списку
    </Link>
  );
  if (state.matches("failed"))
    return (
      <ErrorBox title="Не удалось открыть" message={state.context.refusal?.message}>
        <Button onClick={() => editor.send({ type: "open.retry" })}>Повторить</Button>
        {back}
      </ErrorBox>
    );
  if (!state.matches("missing")) return null;
  return (
    <ErrorBox title="Не найдено" message="Такой записи нет, или она вам не доступна.">
      {back}
    </ErrorBox>
  );
};
