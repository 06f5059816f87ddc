const bar = "block animate-pulse rounded bg-sunken";

/** Skeleton that is shown while the order is loading. */
export const DetailSkeleton = () => (
  <div role="status" aria-label="Загрузка заказа">
    <div className="mb-3 flex items-center gap-3">
      <h1 className={`${bar} h-6 w-40`}>
        <span className="sr-only">Заказ</span>
      </h1>
      <span className={`${bar} h-5 w-24`} />
    </div>
    <div className="grid grid-cols-[minmax(0,1fr)_280px] items-start gap-4 min-[1700px]:grid-cols-[minmax(0,1fr)_600px] max-[1000px]:grid-cols-1">
      <div>
        <span className={`${bar} mb-3 h-7 w-96 max-w-full`} />
        <div className="sheet grid gap-4 p-4">
          {["a", "b", "c", "d", "e"].map((row) => (
            <span key={row} className={`${bar} h-3`} />
          ))}
        </div>
      </div>
      <div className="grid gap-3 min-[1700px]:grid-cols-2">
        <span className={`${bar} h-44`} />
        <span className={`${bar} h-36`} />
      </div>
    </div>
  </div>
);
