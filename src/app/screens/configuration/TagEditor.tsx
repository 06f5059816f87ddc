import { object } from "valibot";
import { tagEditor } from "#machines/resources/tags.ts";
import { ColourPicker } from "../../ui/ColourPicker.tsx";
import { colourSchema, nameSchema, orderSchema } from "./configurationParts.tsx";
import { EntryEditor, type EntryPlace } from "./EntryEditor.tsx";
import { NameFields } from "./NameFields.tsx";

const schema = object({ name: nameSchema, color: colourSchema, order: orderSchema });

/** The form of a tag. */
export const TagEditor = (place: EntryPlace) => (
  <EntryEditor place={place} area="Tag" resource={tagEditor} titles={["Новый тег", "Изменение тега"]} schema={schema}>
    {(form) => (
      <>
        <NameFields form={form} />
        <ColourPicker
          value={form.watch("color")}
          onChange={(color) => form.setValue("color", color, { shouldDirty: true })}
        />
      </>
    )}
  </EntryEditor>
);
