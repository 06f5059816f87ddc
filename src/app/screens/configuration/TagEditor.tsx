import { object } from "valibot";
import { tagEditor } from "#machines/directory/descriptors/tags.ts";
import { ColourPicker } from "../../ui/ColourPicker.tsx";
import { colourSchema, nameSchema, orderSchema } from "./configurationParts.tsx";
import { describeTag } from "./describeTag.ts";
import { EntryEditor, type EntryRoute } from "./EntryEditor.tsx";
import { NameFields } from "./NameFields.tsx";

const schema = object({ name: nameSchema, color: colourSchema, order: orderSchema });

export const TagEditor = (route: EntryRoute) => (
  <EntryEditor
    route={route}
    area="Tag"
    descriptor={tagEditor}
    titles={["Новый тег", "Изменение тега"]}
    schema={schema}
    describe={describeTag}
  >
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
