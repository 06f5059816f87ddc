import { boolean, check, maxLength, nonEmpty, object, pipe, regex, string, trim } from "valibot";
import { companyEditor } from "#machines/resources/companies.ts";
import { usePermissions, useServices } from "../../context.ts";
import { lacks } from "../../permissionNames.ts";
import { ResourceEditor } from "../../resource/ResourceEditor.tsx";
import { CompanyForm } from "./CompanyForm.tsx";

const upTo = (length: number) => pipe(string(), maxLength(length, `Не больше ${length} знаков`));

const schema = object({
  name: pipe(string(), trim(), nonEmpty("Укажите название"), maxLength(200, "Не больше 200 знаков")),
  phone: upTo(100),
  address: upTo(300),
  webSite: upTo(200),
  workTime: upTo(200),
  isRequiredFeedback: boolean(),
  timeZone: string(),
  dayStart: pipe(string(), regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Время как 00:00 или 06:30")),
  logoUrl: string(),
  newLogoId: string(),
  isRemoveLogo: boolean(),
  isUploading: pipe(
    boolean(),
    check((isUploading) => !isUploading, "Дождитесь конца загрузки или отмените её"),
  ),
});

/** The form of a company, new or there already; both return to the list (platform, section 2). */
export const CompanyEditor = ({ companyId }: { companyId?: number }) => {
  const { shell } = useServices();
  const may = usePermissions(companyId ?? 0);
  const isNew = companyId === undefined;
  return (
    <ResourceEditor
      resource={companyEditor}
      scope={undefined}
      id={companyId}
      title={isNew ? "Новая компания" : "Настройки компании"}
      schema={schema}
      returnTo="/Company"
      refusedTitle="Действие запрещено"
      why={() => !isNew && !may("company.edit") && lacks("company.edit")}
      onSaved={() => shell.send({ type: "shell.reload" })}
    >
      {(form) => <CompanyForm form={form} companyId={companyId} />}
    </ResourceEditor>
  );
};
