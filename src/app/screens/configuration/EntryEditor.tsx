import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { GenericSchema } from "valibot";
import type { CompanyPath } from "#machines/directory/descriptors/companyPath.ts";
import type { EditorDescriptor } from "#machines/directory/types.ts";
import { DirectoryEditor } from "../../directory/DirectoryEditor.tsx";
import type { Fact } from "../../directory/findDifferences.ts";
import { successText, useReferencesReload } from "./configurationParts.tsx";

/** Route parameters of a form. If `id` is undefined, the form creates a new record. */
export interface EntryRoute {
  companyId: number;
  id: number | undefined;
}

/**
 * Form of a record in a company's configuration, such as a tag. `titles` are the headings for a new and for an existing
 * record.
 */
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
  otherCards,
}: {
  route: EntryRoute;
  /** Path of the list, relative to the company's path. */
  area: string;
  descriptor: EditorDescriptor<CompanyPath, Draft, Choices>;
  titles: readonly [string, string];
  schema: GenericSchema<Draft, Draft>;
  /** Returns the values of a draft as readable text. */
  describe: (draft: Draft, choices: Choices) => readonly Fact[];
  /** Returns the text of the toast that is shown after a save. */
  savedText?: () => string;
  /** Message for a save with an unknown outcome. */
  doubtText?: string;
  children: (form: UseFormReturn<Draft>, choices: Choices) => ReactNode;
  /** Renders further cards, which are beside the first card on a wide screen. */
  otherCards?: (form: UseFormReturn<Draft>) => ReactNode;
}) => {
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
      savedText={savedText}
      doubtText={doubtText}
    >
      {(form, choices) => (
        <>
          <div className="card grid gap-4">{children(form, choices)}</div>
          {otherCards?.(form)}
        </>
      )}
    </DirectoryEditor>
  );
};
