import { useReferences } from "../../../services/context.ts";
import { problemText } from "./editorTexts.ts";
import { useEditor, useEditorActor } from "./useEditor.ts";

/**
 * Toggle buttons for the tags of the order. A tag that the company has removed is shown only if the order has this tag.
 */
export const TagsField = ({ companyId }: { companyId: number }) => {
  const editor = useEditorActor();
  const chosen = useEditor(({ context }) => context.draft.tags);
  const error = useEditor(({ context }) => problemText(context.problems.tags));
  const { tags } = useReferences(companyId);
  const offered = tags.filter(({ id, isRemoved }) => !isRemoved || chosen.includes(id));
  const toggle = (id: number) =>
    editor.send({
      type: "draft.tags",
      tags: chosen.includes(id) ? chosen.filter((tag) => tag !== id) : [...chosen, id],
    });
  if (offered.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-0.5 text-xs text-muted">Теги</legend>
      <div className="flex flex-wrap gap-1">
        {offered.map(({ id, name, color }) => (
          <button
            key={id}
            type="button"
            title={name}
            aria-pressed={chosen.includes(id)}
            className="badge min-h-6 border border-line !px-1.5 pointer-coarse:min-h-10 not-aria-pressed:bg-transparent not-aria-pressed:!font-normal not-aria-pressed:!text-muted"
            data-colour={chosen.includes(id) ? (color ?? "grey") : undefined}
            onClick={() => toggle(id)}
          >
            {chosen.includes(id) && <span aria-hidden>✓</span>}
            <span className="truncate">{name}</span>
          </button>
        ))}
      </div>
      {error && <p className="mt-0.5 text-xs text-negative">{error}</p>}
    </fieldset>
  );
};
