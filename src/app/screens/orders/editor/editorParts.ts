/**
 * Prefetches the parts of the order editor that are imported on demand, because the server may be unreachable when they
 * are needed.
 */
export const fetchParts = (): Promise<unknown> =>
  Promise.all([
    import("./AddressCombobox.tsx"),
    import("./CustomerStatus.tsx"),
    import("./DeliveryHead.tsx"),
    import("./EditorNotes.tsx"),
    import("./QuickChips.tsx"),
    import("./EditorDialogs.tsx"),
    import("./NoForm.tsx"),
    import("./WhenPicker.tsx"),
    import("./PromoCodeField.tsx"),
    import("./StepButtons.tsx"),
    import("./TagsField.tsx"),
    import("./readMoment.ts"),
    import("./LineDialog.tsx"),
    import("./OrderContent.tsx"),
    import("./SlowSave.tsx"),
    import("./PickerTree.tsx"),
    import("../../../ui/DialogPanel.tsx"),
    import("#machines/orders/editor/draftMerge.ts"),
  ]);
