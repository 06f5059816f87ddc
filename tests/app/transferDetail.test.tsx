import { beforeEach, expect, test } from "vitest";
import { type AnyEventObject, fromCallback } from "xstate";
import { TransferDetail } from "#app/screens/transfers/TransferDetail.tsx";
import type { Transfer } from "#machines/directory/descriptors/transfers.ts";
import { givenCompany } from "../support/app/bakery.ts";
import { mountWith, type, waitUntil } from "../support/app/mount.tsx";
import { givenServices } from "../support/app/services.ts";
import { stubResizeObserver } from "../support/app/stubs.ts";
import { sampleTransfer, sampleTransferLine } from "../support/machines/transferSamples.ts";

beforeEach(() => stubResizeObserver());

const line = { ...sampleTransferLine, onHand: null, suggestedStockItemId: 40 };
const transfer: Transfer = {
  ...sampleTransfer,
  fromCompanyId: 2,
  fromCompanyName: "На Мира",
  toCompanyId: 1,
  toCompanyName: "На Ленина",
  sendingDate: "2026-11-20T06:50:00.000Z",
  comment: "Утром",
  state: "sent",
  itemCount: 2,
  items: [line, { ...line, id: 32, stockItemId: 11, stockItemTitle: "Мука", count: 4 }],
};

/** Mounts the screen of the transfer. `change` replaces the transfer on the server and announces the change. */
const given = async () => {
  let stored = transfer;
  const listeners = new Set<(event: AnyEventObject) => void>();
  const environment = fromCallback(({ sendBack }) => {
    listeners.add(sendBack);
    return () => listeners.delete(sendBack);
  });
  const { services } = givenServices(
    ({ path }) => Response.json(path === "/api/TransferList/7/Company/1" ? stored : []),
    { companies: [givenCompany({ "stock.approve": 1 })] },
  );
  const { box } = await mountWith({ ...services, environment }, <TransferDetail companyId={1} id={7} />);
  await waitUntil(() => expect(box.querySelectorAll("fieldset")).toHaveLength(2));
  const accepted = (at: number) => {
    const field = box.querySelectorAll("fieldset")[at]?.querySelector<HTMLInputElement>("input[inputmode=decimal]");
    if (!field) throw new Error(`Line ${at} has no quantity field`);
    return field;
  };
  const change = async (next: Transfer) => {
    stored = next;
    for (const send of listeners) send({ type: "data.changed", topic: "transfer" });
    await waitUntil(() => expect(box.textContent).toContain(next.comment));
  };
  return { accepted, change };
};

test("acceptance of a transfer — typed quantities survive a change of the comment by another user", async () => {
  const { accepted, change } = await given();
  await type(accepted(0), "1,5");
  await change({ ...transfer, version: 4, comment: "После обеда" });
  expect(accepted(0).value).toBe("1,5");
  expect(accepted(1).value).toBe("4");
});

test("acceptance of a transfer — another user's change of a sent quantity resets the accepted quantity of the line", async () => {
  const { accepted, change } = await given();
  await type(accepted(0), "1,5");
  await type(accepted(1), "3");
  await change({
    ...transfer,
    version: 4,
    comment: "Сыра больше",
    items: [{ ...line, count: 6 }, ...transfer.items.slice(1)],
  });
  expect(accepted(0).value).toBe("6");
  expect(accepted(1).value).toBe("3");
});
