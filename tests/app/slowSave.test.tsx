import { act } from "react";
import { expect, test } from "vitest";
import { SlowSave } from "#app/screens/orders/editor/SlowSave.tsx";
import { EditorActorContext } from "#app/screens/orders/editor/useEditor.ts";
import { click, mount } from "../support/app/mount.tsx";
import { flushWrites, givenEditor, saveOrder, typeOrder } from "../support/machines/orderEditorFixtures.ts";

test("note of a slow save — appears after 10 s, and its button checks whether the order was saved", async () => {
  const given = await givenEditor();
  const { editor, server } = given;
  server.conditions = ["answerHeld", "open"];
  const { box } = await mount(
    <EditorActorContext value={editor}>
      <SlowSave />
    </EditorActorContext>,
  );
  typeOrder(given);
  await act(() => saveOrder(given));
  await act(() => given.wait(9_999));
  expect(box.textContent).toBe("");
  await act(() => given.wait(1));
  expect(box.textContent).toContain("Ответа нет дольше обычного");
  const check = [...box.querySelectorAll("button")].find(({ textContent }) => textContent === "Проверить сейчас");
  if (!check) throw new Error("No button for the check");
  await click(check);
  await act(() => flushWrites());
  expect(editor.getSnapshot().value).toBe("saved");
  expect(server.size).toBe(1);
  expect(box.textContent).toBe("");
});
