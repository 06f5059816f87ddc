import { array, type GenericSchema, maxLength, nonEmpty, number, object, pipe, string } from "valibot";
import { type GroupDraft, groupEditor } from "#machines/directory/descriptors/groups.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { useAdminPermissions } from "../../directory/directoryPermissions.ts";
import { Field } from "../../ui/Field.tsx";
import { useRightsReload } from "../roles/roleParts.ts";
import { describeGroup } from "./describeGroup.ts";
import { GroupCompanies } from "./GroupCompanies.tsx";

const schema: GenericSchema<GroupDraft, GroupDraft> = object({
  name: pipe(string(), nonEmpty("Укажите название."), maxLength(200, "Не длиннее 200 знаков.")),
  companyIds: array(number()),
});

/** Form of a company group, for system administrators. */
export const GroupEditor = ({ groupId }: { groupId: number | undefined }) => (
  <DirectoryEditor
    descriptor={groupEditor}
    scope={undefined}
    permissions={useAdminPermissions()}
    id={groupId}
    title={groupId === undefined ? "Новая группа компаний" : "Изменение группы компаний"}
    schema={schema}
    describe={describeGroup}
    returnTo="/CompanyGroup"
    onSaved={useRightsReload()}
  >
    {(form, companies) => (
      <div className="card grid gap-3">
        <Field label="Название" isRequired error={form.formState.errors.name?.message}>
          {(control) => <input {...control} {...form.register("name")} autoComplete="off" className="field max-w-md" />}
        </Field>
        <GroupCompanies form={form} companies={companies} />
      </div>
    )}
  </DirectoryEditor>
);
