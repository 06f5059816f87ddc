/** Parts of the order form. On a phone the form shows one part at a time. */
export const editorSteps = ["client", "dishes", "order"] as const;

/** Part of the order form that a phone shows. */
export type EditorStep = (typeof editorSteps)[number];

/** Returns the step after a step. After the last step it returns the last step. */
export const stepAfter = (step: EditorStep): EditorStep => (step === "client" ? "dishes" : "order");

/** Returns the step whose part of the form contains an element. */
export const stepContaining = (element: Element): EditorStep => {
  const name = element.closest("[data-step]")?.getAttribute("data-step");
  return editorSteps.find((step) => step === name) ?? "order";
};
