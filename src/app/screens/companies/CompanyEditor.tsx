import { useMemo } from "react";
import { boolean, check, maxLength, nonEmpty, object, pipe, regex, string, trim, undefinedable } from "valibot";
import { companyEditor } from "#machines/directory/descriptors/companies.ts";
import { CREATE_COMPANY } from "#machines/session/userRights.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import { useCompany, useServices } from "../../services/context.ts";
import { markAddedCompany } from "./addedCompany.ts";
import { CompanyForm } from "./CompanyForm.tsx";
import { describeCompany } from "./describeCompany.ts";
import { useCanCreateCompany } from "./useCanCreateCompany.ts";

const upTo = (length: number) => pipe(string(), maxLength(length, `Не больше ${length} знаков`));

const schema = object({
  name: pipe(string(), trim(), nonEmpty("Укажите название"), maxLength(200, "Не больше 200 знаков")),
  phone: upTo(100),
  address: upTo(300),
  webSite: upTo(200),
  workTime: upTo(200),
  isRequiredFeedback: boolean(),
  timeZone: undefinedable(string()),
  dayStart: undefinedable(pipe(string(), regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Время как 00:00 или 06:30"))),
  leadMinutes: undefinedable(
    pipe(
      string(),
      trim(),
      check((text) => /^\d{1,4}$/.test(text) && Number(text) <= 1440, "Целое число минут, от 0 до 1440"),
    ),
  ),
  logoUrl: string(),
  newLogoId: string(),
  isRemoveLogo: boolean(),
  isUploading: pipe(
    boolean(),
    check((isUploading) => !isUploading, "Дождитесь конца загрузки или отмените её"),
  ),
});

/** Form of a new or existing company. "Save" and "Cancel" return to the list (platform, section 2). */
export const CompanyEditor = ({ companyId }: { companyId?: number }) => {
  const { shell } = useServices();
  const company = useCompany(companyId ?? 0);
  const canCreateCompany = useCanCreateCompany();
  const creation = useMemo(() => ({ [CREATE_COMPANY]: canCreateCompany === false ? 0 : 1 }), [canCreateCompany]);
  const isNew = companyId === undefined;
  return (
    <DirectoryEditor
      descriptor={companyEditor}
      scope={undefined}
      id={companyId}
      title={isNew ? "Новая компания" : "Настройки компании"}
      schema={schema}
      describe={describeCompany}
      returnTo="/Company"
      refusedTitle="Действие запрещено"
      permissions={isNew ? creation : company?.permissions}
      onSaved={(id) => {
        if (isNew && id !== undefined) markAddedCompany(Number(id));
        shell.send({ type: "shell.reload" });
      }}
    >
      {(form) => <CompanyForm form={form} companyId={companyId} />}
    </DirectoryEditor>
  );
};
