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
import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";
import { type CategoryDraft, categoryEditor } from "#machines/directory/descriptors/categories.ts";
import { customValuesSchema } from "../../directory/customValuesSchema.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { useUploadProgress } from "../../http/useUploadProgress.ts";
import { scopePath, useCataloguePermissions } from "../catalogue/catalogueScope.ts";
import { pictureSchema } from "../catalogue/pictureSchema.ts";
import { useCategoryCreation } from "../catalogue/useCategoryCreation.ts";
import { CategoryFields } from "./CategoryFields.tsx";
import { describeCategory } from "./describeCategory.ts";

const schema: GenericSchema<CategoryDraft, CategoryDraft> = object({
  name: pipe(string(), trim(), nonEmpty("Укажите название."), maxLength(200, "Не больше 200 знаков.")),
  parentId: nullable(number()),
  isActive: boolean(),
  customField: customValuesSchema,
  picture: pictureSchema,
  isCompanyGroup: boolean(),
});

/** Form of a new or existing category. "Save" and "Cancel" return to the list (business, section 2). */
export const CategoryEditor = ({ scope, id }: { scope: CatalogueOwner; id: number | undefined }) => {
  const { send, fraction } = useUploadProgress();
  const [descriptor] = useState(() => categoryEditor(send));
  const permissions = useCataloguePermissions(scope);
  const creation = useCategoryCreation(scope);
  return (
    <DirectoryEditor
      descriptor={descriptor}
      scope={scope}
      id={id}
      title={id === undefined ? "Новая категория" : "Изменение категории"}
      schema={schema}
      describe={describeCategory}
      returnTo={`${scopePath(scope)}/Category`}
      permissions={permissions}
      lockedText="Это категория группы компаний: она меняется в каталоге группы"
    >
      {(form, choices) => (
        <CategoryFields form={form} choices={choices} id={id} creation={creation} fraction={fraction} />
      )}
    </DirectoryEditor>
  );
};
