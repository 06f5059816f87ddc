import type { ReactNode } from "react";
import type { FieldValues, UseFormReturn } from "react-hook-form";
import type { GenericSchema } from "valibot";
import type { Edited } from "#machines/resource/resource.ts";
import type { CompanyPlace } from "#machines/resources/companyPlace.ts";
import { ResourceEditor } from "../../resource/ResourceEditor.tsx";
import { savedSuccessfully, useFreshReferences, useWhyNotSettings } from "./configurationParts.tsx";

/** Where an entry's form stands; without `id` it makes a new one. */
export interface EntryPlace {
  companyId: number;
  id: number | undefined;
}

/** The form of an entry of a company's configuration; `titles` are those of a new one and of a change. */
export const EntryEditor = <Draft extends FieldValues, Known>({
  place: { companyId, id },
  area,
  resource,
  titles: [titleOfNew, titleOfChange],
  schema,
  said = savedSuccessfully,
  children,
}: {
  place: EntryPlace;
  /** The path below the company. */
  area: string;
  resource: Edited<CompanyPlace, Draft, Known>;
  titles: readonly [string, string];
  schema: GenericSchema<Draft, Draft>;
  /** What is said when it is saved. */
  said?: () => string;
  children: (form: UseFormReturn<Draft>, known: Known) => ReactNode;
}) => {
  const whyNot = useWhyNotSettings(companyId);
  useFreshReferences(companyId);
  return (
    <ResourceEditor
      resource={resource}
      scope={{ companyId }}
      id={id}
      title={id === undefined ? titleOfNew : titleOfChange}
      schema={schema}
      returnTo={`/Company/${companyId}/${area}`}
      why={() => whyNot}
      saidWhenSaved={said}
    >
      {(form, known) => <div className="card grid gap-4">{children(form, known)}</div>}
    </ResourceEditor>
  );
};
