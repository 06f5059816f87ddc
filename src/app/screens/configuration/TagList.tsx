import { tagDirectory } from "#machines/directory/descriptors/tags.ts";
import { Badge } from "../../ui/Badge.tsx";
import { EntryList } from "./EntryList.tsx";

/** List of a company's order tags. */
export const TagList = ({ companyId }: { companyId: number }) => (
  <EntryList
    companyId={companyId}
    area="Tag"
    descriptor={tagDirectory}
    texts={{ title: "Теги", add: "Добавить тег", what: "тег", removed: "Тег удалён" }}
    columns={[
      {
        head: "Тег",
        cell: ({ name, color }) => <Badge colour={color}>{name}</Badge>,
        value: ({ name }) => name,
        narrow: "lead",
      },
    ]}
    question={() => "У заказов, где он есть, тег останется, но выбрать его будет нельзя."}
    empty="Тегов пока нет. Добавьте первый: им можно отметить заказ, например «Срочно»."
  />
);
