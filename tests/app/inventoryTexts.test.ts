import { expect, test } from "vitest";
import {
  inventoryDocumentTexts,
  signedMoney,
  signedQuantity,
  totalsText,
} from "#app/screens/inventories/inventoryTexts.ts";
import { aCountLine, anInventory } from "../support/machines/inventorySamples.ts";

const plain = (text: string | undefined) => text?.replace(/\s/g, " ");

test("signed amounts and quantities — are shown with a plus or a minus sign, and zero without a sign", () => {
  expect([-276, 0, 96.5].map((amount) => plain(signedMoney(amount)))).toEqual(["−276,00 р.", "0,00 р.", "+96,50 р."]);
  expect([-0.4, 0, 2].map((count) => plain(signedQuantity(count, "кг")))).toEqual(["−0,4 кг", "0 кг", "+2 кг"]);
});

test("totals of an inventory — show the loss and the surplus, or state that there is no difference", () => {
  expect(plain(totalsText({ lossAmount: 10, surplusAmount: 0 }))).toBe("Недостача 10,00 р., излишек 0,00 р.");
  expect(totalsText({ lossAmount: 0, surplusAmount: 0 })).toBe("Расхождений нет");
});

test("question before the review of an inventory — states the number of uncounted lines, or that all lines are counted", () => {
  const inventory = anInventory({ items: [aCountLine(), aCountLine({ stockItemId: 11, counted: 1 })] });
  const questionOf = (isRestZero: boolean) =>
    inventoryDocumentTexts(inventory, { isRestZero }).actions.review?.question;
  expect(questionOf(false)).toContain("Не посчитано: 1.");
  expect(questionOf(true)).toContain("1 позиция");
  const counted = anInventory({ items: [aCountLine({ counted: 1 })] });
  expect(inventoryDocumentTexts(counted, {}).actions.review?.question).toContain("Посчитано всё.");
});

test("question before the approval of an inventory — has a single full stop after the totals", () => {
  const textOf = (lossAmount: number) =>
    plain(inventoryDocumentTexts(anInventory({ lossAmount }), {}).actions.approve?.question);
  expect(textOf(10)).toMatch(/^Недостача 10,00 р., излишек 0,00 р. Разница/);
  expect(textOf(0)).toMatch(/^Расхождений нет. Разница/);
});

test("message about an outdated inventory — names the cause: changed stock, or another user's change", () => {
  const moved = anInventory({ items: [aCountLine({ expectedBefore: 5 })] });
  expect(inventoryDocumentTexts(moved, {}).stale).toContain("остаток изменился");
  expect(inventoryDocumentTexts(anInventory(), {}).stale).toContain("кто-то другой");
});
