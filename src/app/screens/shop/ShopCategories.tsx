import { ArrowDown, ArrowUp } from "lucide-react";
import type { UseFormReturn } from "react-hook-form";
import { array, boolean, type GenericSchema, maxLength, number, object, pipe, string } from "valibot";
import {
  moveCategory,
  type ShopCategoriesDraft,
  type ShopCategoryDraft,
  shopCategoriesEditor,
} from "#machines/directory/descriptors/shop.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import type { SortableAttributes } from "../../directory/DirectoryRow.tsx";
import type { Fact } from "../../directory/findDifferences.ts";
import { RowsExport } from "../../directory/RowsExport.tsx";
import { SortableRows } from "../../directory/SortableRows.tsx";
import { Button } from "../../ui/Button.tsx";
import { Link } from "../../ui/Link.tsx";
import { successText } from "../configuration/configurationParts.tsx";
import { shopCategoryExportColumns } from "./shopCategoryExport.ts";

const TITLE = "Категории магазина";

const schema: GenericSchema<ShopCategoriesDraft, ShopCategoriesDraft> = object({
  categories: array(
    object({
      categoryId: number(),
      name: string(),
      title: pipe(string(), maxLength(100, "Не длиннее 100 знаков.")),
      isShown: boolean(),
      dishCount: number(),
    }),
  ),
});

const describeCategories = ({ categories }: ShopCategoriesDraft): readonly Fact[] => [
  [
    "Показываем",
    categories
      .filter(({ isShown }) => isShown)
      .map(({ name, title }) => title || name)
      .join(", ") || "ничего",
  ],
];

const describeDishes = ({ dishCount }: ShopCategoryDraft): string =>
  dishCount === 0 ? "нет блюд в продаже" : `блюд: ${dishCount}`;

const CategoryRow = ({
  category,
  sortable,
  place,
  onChange,
  onMove,
}: {
  category: ShopCategoryDraft;
  sortable: SortableAttributes;
  place: { readonly index: number; readonly count: number };
  onChange: (change: Partial<ShopCategoryDraft>) => void;
  onMove: (to: number) => void;
}) => {
  const { name, title, isShown } = category;
  const { index, count } = place;
  return (
    <tr ref={sortable.ref} style={sortable.style} className={sortable.isDragging ? "relative z-10 bg-raised" : ""}>
      <td className="w-8">{sortable.handle}</td>
      <td>
        <label className="flex min-h-9 items-center gap-2">
          <input
            type="checkbox"
            className="size-4 accent-accent"
            checked={isShown}
            onChange={({ target }) => onChange({ isShown: target.checked })}
          />
          <span className="wrap-anywhere pr-2">
            {name}
            <span className="block text-muted text-xs">{describeDishes(category)}</span>
          </span>
        </label>
      </td>
      <td className="w-1/2">
        <input
          className="field w-full min-w-24"
          aria-label={`Название для гостей: ${name}`}
          placeholder={name}
          maxLength={100}
          value={title}
          disabled={!isShown}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      </td>
      <td className="w-16 whitespace-nowrap text-right">
        <Button
          kind="ghost"
          className="px-1"
          why={index === 0 ? "Уже первая" : undefined}
          onClick={() => onMove(index - 1)}
        >
          <ArrowUp size={16} aria-hidden />
          <span className="sr-only">{`Выше: ${name}`}</span>
        </Button>
        <Button
          kind="ghost"
          className="px-1"
          why={index === count - 1 ? "Уже последняя" : undefined}
          onClick={() => onMove(index + 1)}
        >
          <ArrowDown size={16} aria-hidden />
          <span className="sr-only">{`Ниже: ${name}`}</span>
        </Button>
      </td>
    </tr>
  );
};

const CategoryTable = ({ form }: { form: UseFormReturn<ShopCategoriesDraft> }) => {
  const categories = form.watch("categories");
  const set = (next: ShopCategoryDraft[]) => form.setValue("categories", next, { shouldDirty: true });
  const move = (id: number, to: number) => set(moveCategory(categories, id, to));
  return (
    <table className="w-full">
      <thead>
        <tr className="text-left text-muted text-xs">
          <th>
            <span className="sr-only">Перетащить</span>
          </th>
          <th>Показывать</th>
          <th>Название для гостей</th>
          <th>
            <span className="sr-only">Место</span>
          </th>
        </tr>
      </thead>
      <tbody>
        <SortableRows ids={categories.map(({ categoryId }) => categoryId)} onMove={(id, to) => move(Number(id), to)}>
          {(index, sortable) => {
            const category = categories[index];
            return (
              category && (
                <CategoryRow
                  category={category}
                  sortable={sortable}
                  place={{ index, count: categories.length }}
                  onChange={(change) => set(categories.with(index, { ...category, ...change }))}
                  onMove={(to) => move(category.categoryId, to)}
                />
              )
            );
          }}
        </SortableRows>
      </tbody>
    </table>
  );
};

/** Form of the categories that the shop shows, with their sequence and their titles for guests. */
export const ShopCategories = ({ companyId }: { companyId: number }) => {
  return (
    <DirectoryEditor
      descriptor={shopCategoriesEditor}
      scope={{ companyId }}
      id={companyId}
      title={TITLE}
      schema={schema}
      describe={describeCategories}
      returnTo={`/Company/${companyId}/Shop/Category`}
      savedText={successText}
      above={({ opened }) => (
        <div className="mb-3 flex max-w-3xl justify-end">
          <RowsExport name={TITLE} columns={() => shopCategoryExportColumns} rows={() => opened.draft.categories} />
        </div>
      )}
    >
      {(form) => (
        <div className="card grid gap-3">
          <p className="text-muted text-sm">
            Гости видят отмеченные категории в этом порядке. Адрес и часы —{" "}
            <Link href={`/Company/${companyId}/Shop`} className="text-accent underline">
              в настройках магазина
            </Link>
            .
          </p>
          {form.watch("categories").length === 0 ? (
            <p>В каталоге пока нет категорий.</p>
          ) : (
            <CategoryTable form={form} />
          )}
        </div>
      )}
    </DirectoryEditor>
  );
};
