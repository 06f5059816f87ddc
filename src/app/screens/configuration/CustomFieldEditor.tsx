import type { UseFormReturn } from "react-hook-form";
import {
  boolean,
  forward,
  type GenericSchema,
  maxLength,
  object,
  partialCheck,
  picklist,
  pipe,
  regex,
  string,
} from "valibot";
import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";
import { customFieldEditor, type FieldDraft } from "#machines/directory/descriptors/customFields.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { Field } from "../../ui/Field.tsx";
import { scopePath, useCataloguePermissions } from "../catalogue/catalogueScope.ts";
import { nameSchema, successText } from "./configurationParts.tsx";
import { describeCustomField } from "./describeCustomField.ts";
import { FIELD_OF_GROUP, fieldKindNames, fieldTypeNames } from "./fieldNames.ts";

const schema: GenericSchema<FieldDraft, FieldDraft> = pipe(
  object({
    type: picklist(["category", "item", "orderStatus"]),
    name: pipe(
      string(),
      maxLength(50, "Не длиннее 50 знаков."),
      regex(/^\s*([A-Za-z][A-Za-z0-9_]*)?\s*$/, "Латинские буквы, цифры и _, сначала буква."),
    ),
    title: nameSchema,
    kind: picklist(["text", "number", "bool", "list"]),
    options: string(),
    isCompanyGroup: boolean(),
  }),
  forward(
    partialCheck(
      [["kind"], ["options"]],
      ({ kind, options }) => kind !== "list" || options.trim() !== "",
      "Укажите хотя бы одно значение списка.",
    ),
    ["options"],
  ),
);

const choices = { type: fieldTypeNames, kind: fieldKindNames };

const Choice = ({
  form,
  name,
  label,
  excluded,
  isFixed,
}: {
  form: UseFormReturn<FieldDraft>;
  name: "type" | "kind";
  label: string;
  excluded: readonly string[];
  isFixed: boolean;
}) => (
  <Field label={label} error={form.formState.errors[name]?.message} hint={isFixed && "После создания не меняется"}>
    {(control) =>
      isFixed ? (
        <input
          {...control}
          readOnly
          className="field"
          value={new Map(Object.entries(choices[name])).get(form.watch(name))}
        />
      ) : (
        <select {...control} {...form.register(name)} className="field">
          {Object.entries(choices[name])
            .filter(([value]) => !excluded.includes(value))
            .map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
        </select>
      )
    }
  </Field>
);

const Fields = ({ form, isNew, isGroup }: { form: UseFormReturn<FieldDraft>; isNew: boolean; isGroup: boolean }) => {
  const { errors } = form.formState;
  return (
    <div className="card grid gap-3">
      <Field label="Название" isRequired error={errors.title?.message}>
        {(control) => <input {...control} {...form.register("title")} autoComplete="off" className="field" />}
      </Field>
      <div className="grid gap-3 sm:grid-cols-2">
        <Choice form={form} name="type" label="У чего" excluded={isGroup ? ["orderStatus"] : []} isFixed={!isNew} />
        <Choice form={form} name="kind" label="Значение" excluded={[]} isFixed={!isNew} />
      </div>
      {form.watch("kind") === "list" && (
        <Field label="Значения списка, каждое на своей строке" isRequired error={errors.options?.message}>
          {(control) => <textarea {...control} {...form.register("options")} rows={5} className="field resize-y" />}
        </Field>
      )}
      <Field
        label="Имя для обмена с другими программами"
        hint={isNew ? "Латиницей; можно не заполнять — имя придумает система" : "После создания не меняется"}
        error={errors.name?.message}
      >
        {(control) => (
          <input
            {...control}
            {...form.register("name")}
            readOnly={!isNew}
            autoComplete="off"
            className="field max-w-md"
          />
        )}
      </Field>
    </div>
  );
};

export const CustomFieldEditor = ({ scope, id }: { scope: CatalogueOwner; id: number | undefined }) => {
  return (
    <DirectoryEditor
      descriptor={customFieldEditor}
      scope={scope}
      id={id}
      title={id === undefined ? "Новое поле" : "Изменение поля"}
      schema={schema}
      describe={describeCustomField}
      returnTo={`${scopePath(scope)}/CustomField`}
      permissions={useCataloguePermissions(scope)}
      lockedText={FIELD_OF_GROUP}
      savedText={successText}
    >
      {(form) => <Fields form={form} isNew={id === undefined} isGroup={"companyGroupId" in scope} />}
    </DirectoryEditor>
  );
};
