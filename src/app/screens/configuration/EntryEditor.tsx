import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { GenericSchema } from "valibot";
import type { CompanyPath } from "#machines/directory/descriptors/companyPath.ts";
import type { EditorDescriptor } from "#machines/directory/types.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import type { Fact } from "../../directory/findDifferences.ts";
import { successText, useReasonNotToEditSettings, useReferencesReload } from "./configurationParts.tsx";

/** Route parameters of an entry's form. An undefined `id` creates a new entry. */
export interface EntryRoute {
  companyId: number;
  id: number | undefined;
}

/** Form of an entry in a company's configuration. `titles` are the headings for a new and for an existing entry. */
export const EntryEditor = <Draft extends FieldValues, Choices>({
  route: { companyId, id },
  area,
  descriptor,
  titles: [titleOfNew, titleOfChange],
  schema,
  describe,
  savedText = successText,
  doubtText,
  children,
}: {
  route: EntryRoute;
  /** Path of the directory below the company's path. */
  area: string;
  descriptor: EditorDescriptor<CompanyPath, Draft, Choices>;
  titles: readonly [string, string];
  schema: GenericSchema<Draft, Draft>;
  /** Returns the values of a draft as text. */
  describe: (draft: Draft, choices: Choices) => readonly Fact[];
  /** Returns the text of the toast after a save. */
  savedText?: () => string;
  /** Message when the outcome of a save is unknown. */
  doubtText?: string;
  children: (form: UseFormReturn<Draft>, choices: Choices) => ReactNode;
}) => {
  const reason = useReasonNotToEditSettings(companyId);
  useReferencesReload(companyId);
  return (
    <DirectoryEditor
      descriptor={descriptor}
      scope={{ companyId }}
      id={id}
      title={id === undefined ? titleOfNew : titleOfChange}
      schema={schema}
      describe={describe}
      returnTo={`/Company/${companyId}/${area}`}
      why={() => reason}
      savedText={savedText}
      doubtText={doubtText}
    >
      {(form, choices) => <div className="card grid gap-4">{children(form, choices)}</div>}
    </DirectoryEditor>
  );
};
