import { useTitle } from "../../../shared/useTitle.ts";

const column = <span className="sheet h-[calc(100dvh-150px)] animate-pulse" />;

/** Skeleton that is shown while the menu and the order are loading. */
export const EditorSkeleton = ({ isNew }: { isNew: boolean }) => {
  const title = isNew ? "Новый заказ" : "Изменение заказа";
  useTitle(title);
  return (
    <div role="status" aria-label="Заказ открывается" className="@container">
      <h1 className="mb-3">{title}</h1>
      <div className="editor-columns">
        {column}
        {column}
        {column}
      </div>
    </div>
  );
};
