import { ImageOff } from "lucide-react";
import { costPercent } from "#domain/dish.ts";
import { formatAmount } from "#domain/money.ts";
import type { DishRow } from "#machines/directory/descriptors/items.ts";
import type { ListColumn } from "../../directory/listParts.ts";
import { Thumbnail } from "../../ui/Thumbnail.tsx";

const DishPicture = ({ item: { imageUrl } }: { item: DishRow }) => (
  <span className="my-0.5 flex size-11 items-center justify-center overflow-hidden rounded bg-sunken text-muted">
    {imageUrl ? (
      <Thumbnail src={imageUrl} size={44} className="size-11 object-cover" />
    ) : (
      <ImageOff size={16} aria-hidden />
    )}
  </span>
);

const Cost = ({ item: { estimateCost, price } }: { item: DishRow }) => {
  const percent = costPercent(estimateCost, price);
  if (estimateCost === 0) return "—";
  return (
    <span className="whitespace-nowrap">
      {formatAmount(estimateCost)}
      {percent !== undefined && (
        <span className={percent > 100 ? "text-negative" : "text-muted"}> · {Math.round(percent)} %</span>
      )}
    </span>
  );
};

export const itemColumns = (): readonly ListColumn<DishRow>[] => [
  { head: "Фото", cell: (item) => <DishPicture item={item} />, value: ({ imageUrl }) => imageUrl, narrow: "hidden" },
  {
    head: "Название",
    cell: ({ name, isCompanyGroup, isActive }) => (
      <span className="inline-flex flex-wrap items-center gap-x-2 wrap-anywhere">
        {name}
        {isCompanyGroup && <span className="badge">группа</span>}
        {!isActive && <span className="badge hidden tight:inline-block">не активна</span>}
      </span>
    ),
    value: ({ name }) => name,
    narrow: "lead",
  },
  {
    head: "Категории",
    cell: ({ categoriesName }) => <span className="wrap-anywhere">{categoriesName || "—"}</span>,
    value: ({ categoriesName }) => categoriesName,
  },
  {
    head: "Артикул",
    cell: ({ vendorCode }) => <span className="wrap-anywhere">{vendorCode ?? "—"}</span>,
    value: ({ vendorCode }) => vendorCode,
  },
  {
    head: "Цена, р.",
    cell: ({ price, sharedPrice }) => (
      <span className="whitespace-nowrap">
        {formatAmount(price)}
        {sharedPrice != null && <span className="text-xs text-muted"> общая {formatAmount(sharedPrice)}</span>}
      </span>
    ),
    value: ({ price }) => price,
    align: "right",
  },
  {
    head: "Себестоимость, р.",
    cell: (item) => <Cost item={item} />,
    value: ({ estimateCost }) => estimateCost,
    align: "right",
  },
  { head: "Активна", cell: ({ isActive }) => (isActive ? "да" : "нет"), narrow: "hidden" },
];
