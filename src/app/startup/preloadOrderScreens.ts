/** Loads the code of the order screen, and of the order editor with its dialogs. */
export const preloadOrderScreens = (): Promise<unknown> =>
  Promise.all([
    import("../screens/orders/editor/OrderEditor.tsx").then(({ fetchEditorParts }) => fetchEditorParts()),
    import("../routing/routes/OrderEditing.tsx"),
    import("../screens/orders/detail/OrderDetail.tsx"),
  ]);
