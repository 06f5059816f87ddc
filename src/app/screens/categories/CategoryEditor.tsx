import { useState } from "react";
import {
  boolean,
  type GenericSchema,
  maxLength,
  nonEmpty,
  nullable,
  number,
  object,
  pipe,
  string,
  trim,
} from "valibot";
import { type CatalogueScope, isOwn } from "#machines/resources/catalogue.ts";
import { type CategoryDraft, categoryEditor } from "#machines/resources/categories.ts";
import { customValuesSchema } from "../../resource/customValues.ts";
import { ResourceEditor } from "../../resource/ResourceEditor.tsx";
import { useSending } from "../../useSending.ts";
import { scopePath, useWhyFixed } from "../catalogue/cataloguePlace.ts";
import { pictureSchema } from "../catalogue/pictureSchema.ts";
import { CategoryFields } from "./CategoryFields.tsx";

const schema: GenericSchema<CategoryDraft, CategoryDraft> = object({
  name: pipe(string(), trim(), nonEmpty("Укажите название."), maxLength(200, "Не больше 200 знаков.")),
  parentId: nullable(number()),
  isActive: boolean(),
  customField: customValuesSchema,
  picture: pictureSchema,
  isCompanyGroup: boolean(),
});

/** The form of a category, new or there already; both return to the list (business, section 2). */
export const CategoryEditor = ({ scope, id }: { scope: CatalogueScope; id: number | undefined }) => {
  const { send, fraction } = useSending();
  const [resource] = useState(() => categoryEditor(send));
  const whyFixed = useWhyFixed(scope);
  return (
    <ResourceEditor
      resource={resource}
      scope={scope}
      id={id}
      title={id === undefined ? "Новая категория" : "Изменение категории"}
      schema={schema}
      returnTo={`${scopePath(scope)}/Category`}
      why={({ opened }) =>
        isOwn(scope, opened.draft) ? whyFixed : "Это категория группы компаний: она меняется в каталоге группы"
      }
    >
      {(form, known) => <CategoryFields form={form} known={known} id={id} fraction={fraction} />}
    </ResourceEditor>
  );
};
