import { useMemo } from "react";
import type { DocumentLine } from "#machines/directory/descriptors/documentLines.ts";

/** Methods of a react-hook-form form that read and change its lines. */
interface LineForm<Line> {
  readonly formState: { readonly isSubmitted: boolean };
  getValues(name: "items"): Line[];
  setValue(
    name: "items",
    lines: Line[],
    options: { readonly shouldDirty: boolean; readonly shouldValidate: boolean },
  ): void;
}

/**
 * Returns functions that read and change the lines of a form. The functions keep their identity until the first submit
 * of the form.
 */
export const useFormLines = <Line extends DocumentLine>(form: LineForm<Line>) => {
  const { isSubmitted } = form.formState;
  return useMemo(
    () => ({
      readLines: () => form.getValues("items"),
      onLines: (lines: Line[]) => form.setValue("items", lines, { shouldDirty: true, shouldValidate: isSubmitted }),
    }),
    [form, isSubmitted],
  );
};
