import { useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import { boolean, type GenericSchema, maxLength, optional, pipe, record, string, union } from "valibot";
import type { Schemas } from "#api/client.ts";
import { type ModuleDraft, type ModuleRow, moduleEditor } from "#machines/directory/descriptors/modules.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import type { Fact } from "../../directory/findDifferences.ts";
import { usePermissions, useServices } from "../../services/context.ts";
import { missingPermission } from "../../services/permissionReasons.ts";
import { yesOrNo } from "../../shared/yesOrNo.ts";
import { Field } from "../../ui/Field.tsx";
import { Note } from "../../ui/Note.tsx";
import { TickBox } from "../../ui/TickBox.tsx";
import { successText } from "../configuration/configurationParts.tsx";

const schema: GenericSchema<ModuleDraft, ModuleDraft> = record(
  string(),
  optional(union([boolean(), pipe(string(), maxLength(500, "Не длиннее 500 знаков."))])),
);

type Setting = Schemas["ModuleSetting"];

const describeValue = ({ kind, choices }: Setting, value: boolean | string | undefined): string => {
  if (kind === "boolean") return yesOrNo(value === true);
  const text = String(value ?? "");
  return choices.find((choice) => choice.value === text)?.title ?? (text || "—");
};

const describeModule = (draft: ModuleDraft, { settings }: ModuleRow): readonly Fact[] => [
  ["Модуль включён", yesOrNo(draft["isOn"] === true)],
  ...settings.map((setting): Fact => [setting.title, describeValue(setting, draft[setting.name])]),
];

const SettingField = ({
  form: { register, formState },
  setting: { name, title, hint, kind, choices },
  why,
}: {
  form: UseFormReturn<ModuleDraft>;
  setting: Setting;
  /** Reason why the user cannot change the setting. */
  why: string | undefined;
}) => {
  if (kind === "boolean")
    return (
      <TickBox {...register(name)} disabled={why !== undefined} title={why}>
        {title}
      </TickBox>
    );
  const text = why ?? hint ?? undefined;
  return (
    <Field label={title} className="max-w-lg" error={formState.errors[name]?.message} {...(text && { hint: text })}>
      {(control) =>
        kind === "text" ? (
          <textarea {...control} {...register(name)} rows={3} className="field" disabled={why !== undefined} />
        ) : (
          <select {...control} {...register(name)} className="field" disabled={why !== undefined}>
            {choices.map(({ value, title: choice }) => (
              <option key={value} value={value}>
                {choice}
              </option>
            ))}
          </select>
        )
      }
    </Field>
  );
};

/** Form of a module: the switch of the module, and its settings (areas, section 11). */
export const ModuleEditor = ({ companyId, id }: { companyId: number; id: ModuleRow["id"] }) => {
  const { shell } = useServices();
  const hasPermission = usePermissions(companyId);
  const [descriptor] = useState(() => moduleEditor(id));
  return (
    <DirectoryEditor
      descriptor={descriptor}
      scope={{ companyId }}
      id={id}
      title="Настройка модуля"
      schema={schema}
      describe={describeModule}
      returnTo={`/Company/${companyId}/ModuleConfiguration`}
      savedText={successText}
      onSaved={() => shell.send({ type: "shell.reload" })}
      missingText="Такого модуля нет."
    >
      {(form, module) => (
        <div className="card grid gap-4">
          <div>
            <h2 className="text-base font-semibold">{module.title}</h2>
            <p className="text-sm text-muted">{module.description}</p>
          </div>
          <TickBox {...form.register("isOn")}>Модуль включён</TickBox>
          {module.blockers.length > 0 && (
            <Note>
              {module.isOn ? "Сейчас выключить нельзя. " : "Сейчас включить нельзя. "}
              {module.blockers.join(" ")}
            </Note>
          )}
          {module.settings.map((setting) => (
            <SettingField
              key={setting.name}
              form={form}
              setting={setting}
              why={
                setting.permission === null || hasPermission(setting.permission)
                  ? undefined
                  : missingPermission(setting.permission)
              }
            />
          ))}
        </div>
      )}
    </DirectoryEditor>
  );
};
