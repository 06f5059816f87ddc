/** Fetches the code of taking, changing and looking at an order, with what is shown over it. */
export const fetchMainJob = (): Promise<unknown> =>
  Promise.all([
    import("./screens/orders/editor/OrderEditor.tsx").then(({ fetchEditorParts }) => fetchEditorParts()),
    import("./routes/OrderEditing.tsx"),
    import("./screens/orders/detail/OrderDetail.tsx"),
  ]);
