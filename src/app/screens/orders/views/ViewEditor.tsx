import { useState } from "react";
import { type GenericSchema, maxLength, object, picklist, pipe, string } from "valibot";
import { useSearch } from "wouter";
import { type UserViewChoices, type UserViewDraft, userViewEditor } from "#machines/directory/descriptors/userViews.ts";
import { DirectoryEditor } from "../../../directory/DirectoryEditor.tsx";
import type { Fact } from "../../../directory/findDifferences.ts";
import { usePermissions } from "../../../services/context.ts";
import { Field } from "../../../ui/Field.tsx";
import { nameSchema } from "../../configuration/configurationParts.tsx";
import { pathOfView, readTarget, screenNames } from "./viewTarget.ts";

const schema: GenericSchema<UserViewDraft, UserViewDraft> = object({
  name: pipe(nameSchema, maxLength(100, "Не длиннее 100 знаков.")),
  roleId: string(),
  screen: picklist(["open", "summary", "medium"]),
  query: string(),
});

const describe = ({ name, roleId, screen, query }: UserViewDraft, { roles }: UserViewChoices): readonly Fact[] => [
  ["Название", name],
  ["Кто видит", roles.find(({ id }) => String(id) === roleId)?.name ?? "только автор"],
  ["Список", screenNames[screen]],
  ["Условия", query],
];

/**
 * Form of a saved view. A new view (without `id`) stores the order list that the URL describes. In an existing view, an
 * order list from the URL replaces the stored list.
 */
export const ViewEditor = ({ companyId, id }: { companyId: number; id: number | undefined }) => {
  const mayShare = usePermissions(companyId)("role.manage");
  const target = readTarget(useSearch());
  const [descriptor] = useState(() => userViewEditor(target, mayShare));
  return (
    <DirectoryEditor
      descriptor={descriptor}
      scope={{ companyId }}
      id={id}
      title={id === undefined ? "Новый вид" : "Изменение вида"}
      schema={schema}
      describe={describe}
      returnTo={target ? pathOfView(companyId, target) : `/Company/${companyId}/UserView`}
      savedText={() => "Вид сохранён"}
    >
      {(form, { roles }) => (
        <div className="card grid gap-4">
          <Field label="Название" isRequired error={form.formState.errors.name?.message}>
            {(control) => (
              <input
                {...control}
                {...form.register("name")}
                autoComplete="off"
                className="field"
                placeholder="Доставка вечером"
              />
            )}
          </Field>
          {roles.length > 0 && (
            <Field label="Кто видит" className="max-w-sm">
              {(control) => (
                <select {...control} {...form.register("roleId")} className="field">
                  <option value="">Только вы</option>
                  {roles.map(({ id: roleId, name }) => (
                    <option key={roleId} value={roleId}>
                      Роль «{name}»
                    </option>
                  ))}
                </select>
              )}
            </Field>
          )}
          <p className="text-sm text-muted">
            Вид запоминает дни, статусы, теги, поиск, порядок и колонки списка «{screenNames[form.watch("screen")]}».
          </p>
        </div>
      )}
    </DirectoryEditor>
  );
};
