import { useTitle } from "../../../shared/useTitle.ts";

const Bars = ({ count }: { count: number }) => (
  <div className="card flex flex-col gap-3">
    {Array.from({ length: count }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the bars are all alike and never move
      <span key={index} className="block h-8 animate-pulse rounded-md bg-sunken" />
    ))}
  </div>
);

/** Skeleton that is shown while the menu and the order are loading. */
export const EditorSkeleton = ({ isNew }: { isNew: boolean }) => {
  const title = isNew ? "Новый заказ" : "Изменение заказа";
  useTitle(title);
  return (
    <div role="status" aria-label="Заказ открывается" className="@container">
      <div className="grid items-start gap-3.5 tablet-up:grid-cols-[320px_minmax(0,1fr)] desktop:grid-cols-[320px_minmax(0,1fr)_360px]">
        <div className="grid gap-3">
          <h1>{title}</h1>
          <Bars count={9} />
        </div>
        <Bars count={12} />
        <Bars count={12} />
      </div>
    </div>
  );
};
