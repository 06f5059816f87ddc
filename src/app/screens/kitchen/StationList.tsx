import { type KitchenStationRow, kitchenStationDirectory } from "#machines/directory/descriptors/kitchenStations.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { ListColumn } from "../../directory/listParts.ts";
import { editLink, removal } from "../../directory/rowActions.tsx";
import { yesOrNo } from "../../shared/yesOrNo.ts";

const columns: readonly ListColumn<KitchenStationRow>[] = [
  { head: "Название", cell: ({ name }) => name, narrow: "lead" },
  { head: "Категорий", cell: ({ categoriesId, isExpo }) => (isExpo ? "все" : categoriesId.length), align: "right" },
  { head: "Минут на блюдо", cell: ({ prepMinutes }) => prepMinutes ?? "—", align: "right" },
  { head: "Собирает заказы", cell: ({ isExpo }) => yesOrNo(isExpo) },
];

/** List of the stations of a kitchen (areas, section 7). */
export const StationList = ({ companyId }: { companyId: number }) => {
  const path = `/Company/${companyId}/Kitchen/Station`;
  return (
    <DirectoryList
      descriptor={kitchenStationDirectory}
      scope={{ companyId }}
      title="Станции кухни"
      add={{ label: "Добавить станцию", href: `${path}/New` }}
      columns={columns}
      open={({ id }) => `${path}/${id}/Edit`}
      links={[editLink(path)]}
      commands={{
        remove: removal<KitchenStationRow>("станцию", "Станция удалена", () => "Её блюда увидят остальные станции."),
      }}
      empty="Станций пока нет: все блюда видит вся кухня. Добавьте, например, «Горячий цех» и «Салаты»."
    />
  );
};
