import { readdirSync, readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import { freshLayers, orderLayers, otherLayers } from "../support/e2e/layout/layers.ts";

/**
 * Use of a dialog. `owner` is the component that renders the dialog, `title` is the literal beginning of the dialog's
 * title, and `isFrame` is true if the owner takes children.
 */
interface DialogUse {
  readonly owner: string;
  readonly title: string | undefined;
  readonly tag: string;
  readonly isFrame: boolean;
}

/** Dialogs without an example. Each value is the reason. */
const exempt: Readonly<Record<string, string>> = {
  OverrideDialog: "Shown only to a user without the permission. tests/e2e/overrides.spec.ts checks it on a phone.",
  OpenMoneyDialog: "Shown only if the form of a payment, an invoice or an action on a payment failed to start.",
};

const sources = readdirSync("src/app", { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".tsx"))
  .map((name) =>
    ts.createSourceFile(name, readFileSync(`src/app/${name}`, "utf8"), ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX),
  );

const titleOf = (element: ts.JsxOpeningLikeElement): string | undefined => {
  for (const attribute of element.attributes.properties) {
    if (!ts.isJsxAttribute(attribute) || !/^(title|aria-label)$/.test(attribute.name.getText())) continue;
    const value = attribute.initializer;
    if (value && ts.isStringLiteral(value)) return value.text;
    const inner = value && ts.isJsxExpression(value) ? value.expression : undefined;
    if (inner && ts.isTemplateExpression(inner) && inner.head.text) return inner.head.text;
  }
  return undefined;
};

const takesChildren = (component: ts.Expression | undefined): boolean => {
  const props = component && ts.isArrowFunction(component) ? component.parameters[0]?.name : undefined;
  return props !== undefined && ts.isObjectBindingPattern(props) && props.elements.some(isChildren);
};

const isChildren = ({ name }: ts.BindingElement): boolean => name.getText() === "children";

/** Returns the elements of `source` with a tag in `tags`, each with the name of the top-level component around it. */
const findUses = (source: ts.SourceFile, tags: ReadonlySet<string>): DialogUse[] =>
  source.statements.filter(ts.isVariableStatement).flatMap((statement) =>
    statement.declarationList.declarations.flatMap((declaration) => {
      const uses: DialogUse[] = [];
      const isFrame = takesChildren(declaration.initializer);
      const visit = (node: ts.Node): void => {
        if (ts.isJsxOpeningElement(node) || ts.isJsxSelfClosingElement(node)) {
          const tag = node.tagName.getText();
          if (tags.has(tag)) uses.push({ owner: declaration.name.getText(), title: titleOf(node), tag, isFrame });
        }
        ts.forEachChild(node, visit);
      };
      visit(declaration);
      return uses;
    }),
  );

/** Returns the uses of dialogs. A component that passes its children into a dialog also counts as a dialog. */
const findDialogs = (): DialogUse[] => {
  const tags = new Set(["Dialog", "HeadlessDialog"]);
  for (;;) {
    const uses = sources.flatMap((source) => findUses(source, tags));
    const frames = uses.filter(({ owner, isFrame }) => isFrame && !tags.has(owner));
    if (frames.length === 0) return uses.filter(({ isFrame, owner }) => !isFrame && !tags.has(owner));
    for (const { owner } of frames) tags.add(owner);
  }
};

const dialogs = findDialogs();
const examples = [...orderLayers, ...freshLayers, ...otherLayers].flatMap(({ dialog }) => (dialog ? [dialog] : []));

test("layout audit — has an example or an exemption for each dialog of the application", () => {
  const audited = [...examples.map(([component]) => component), ...Object.keys(exempt)];
  expect([...new Set(audited)].sort()).toEqual([...new Set(dialogs.map(({ owner }) => owner))].sort());
});

test("dialog examples of the layout audit — the title pattern of each example matches all titles of its dialog, and no title of another dialog", () => {
  expect(dialogs.length).toBeGreaterThan(20);
  for (const [component, title] of examples) {
    const titles = dialogs.filter(({ owner }) => owner === component).flatMap((use) => use.title ?? []);
    expect(
      titles.filter((text) => !title.test(text)),
      component,
    ).toEqual([]);
    const others = dialogs.filter(({ owner }) => owner !== component).flatMap((use) => use.title ?? []);
    expect(
      others.filter((text) => title.test(text)),
      component,
    ).toEqual([]);
  }
});
