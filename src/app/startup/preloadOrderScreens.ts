/** Loads the code of the order screens and their dialogs. */
export const preloadOrderScreens = (): Promise<unknown> =>
  Promise.all([
    import("../screens/orders/editor/OrderEditor.tsx").then(({ fetchEditorParts }) => fetchEditorParts()),
    import("../routing/routes/OrderEditing.tsx"),
    import("../screens/orders/detail/OrderDetail.tsx"),
  ]);
