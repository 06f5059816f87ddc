import { useState } from "react";
import type { CatalogueOwner } from "#machines/directory/descriptors/catalogue.ts";
import {
  blankCategory,
  type CategoryDraft,
  type CategoryRow,
  categoryEditor,
  newCategoryRow,
} from "#machines/directory/descriptors/categories.ts";
import { addCreated } from "#machines/directory/entryCreation.machine.ts";
import { type EntryCreation, useEntryCreation } from "../../directory/useEntryCreation.ts";
import { useReasonNotToEditCatalogue } from "./catalogueScope.ts";

/** Creation of categories within a form, and the categories of the form with the created ones. */
export interface CategoryCreation {
  /** Undefined if the user may not edit the catalogue. */
  readonly creation: EntryCreation<CategoryDraft> | undefined;
  readonly withCreated: (loaded: readonly CategoryRow[]) => readonly CategoryRow[];
}

/** Runs the creation of categories while a form is open. */
export const useCategoryCreation = (scope: CatalogueOwner): CategoryCreation => {
  const reason = useReasonNotToEditCatalogue(scope);
  const [descriptor] = useState(categoryEditor);
  const { actor, created } = useEntryCreation(descriptor, scope);
  return {
    creation: reason
      ? undefined
      : { actor, title: "Новая категория", draftOf: (name) => ({ ...blankCategory(scope), name }) },
    withCreated: (loaded) => addCreated(loaded, created, newCategoryRow),
  };
};
