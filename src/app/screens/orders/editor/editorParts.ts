/** Fetches what is opened over the editor, and what reads what is typed into it, so that it is there when the server is not. */
export const fetchParts = (): Promise<unknown> =>
  Promise.all([
    import("./EditorNotes.tsx"),
    import("./EditorDialogs.tsx"),
    import("./WhenPicker.tsx"),
    import("./when.ts"),
    import("./LineDialog.tsx"),
    import("./PickerTree.tsx"),
    import("../../../ui/DialogPanel.tsx"),
  ]);
