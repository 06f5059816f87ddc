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
    <div role="status" aria-label="Заказ открывается">
      <h1 className="mb-3">{title}</h1>
      <div className="grid gap-3.5 min-[760px]:grid-cols-[280px_minmax(0,1fr)] min-[1240px]:grid-cols-[280px_minmax(0,1fr)_264px]">
        <Bars count={9} />
        <Bars count={7} />
        <Bars count={4} />
      </div>
    </div>
  );
};
