/** Parts of the order form. On a phone the form shows one part at a time. */
export const editorSteps = ["client", "dishes", "order"] as const;

/** Part of the order form that a phone shows. */
export type EditorStep = (typeof editorSteps)[number];

/** Returns the part of the order form that contains an element, or `order` for an element outside of the parts. */
export const stepContaining = (element: Element): EditorStep =>
  editorSteps.find((step) => element.closest(`[data-step=${step}]`)) ?? "order";
