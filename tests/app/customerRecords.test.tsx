import { beforeEach, expect, test } from "vitest";
import { CustomerOrders } from "#app/screens/customers/CustomerRecords.tsx";
import type { CustomerOrderRow } from "#machines/directory/descriptors/customers.ts";
import { givenCompany } from "../support/app/bakery.ts";
import { mountWith, waitUntil } from "../support/app/mount.tsx";
import { givenServices } from "../support/app/services.ts";
import { stubResizeObserver } from "../support/app/stubs.ts";

beforeEach(() => stubResizeObserver());

const path = { companyId: 1, id: 5 };
const anOrder = (id: number): CustomerOrderRow => ({
  id,
  internalId: id,
  date: "2026-11-21T08:10:00Z",
  statusName: "Новый",
  amount: 500,
  isCanceled: false,
});

test("orders of a customer — are read again for a new version of the card, and stay visible during the read", async () => {
  let rows = [anOrder(101)];
  const held: (() => void)[] = [];
  let isHeld = false;
  const { services, sent } = givenServices(
    async () => {
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve));
      return Response.json({ rows, next: null });
    },
    { companies: [givenCompany({})] },
  );
  const { box, render } = await mountWith(services, <CustomerOrders path={path} version={1} />);
  await waitUntil(() => expect(box.textContent).toContain("№ 101"));
  await render(<CustomerOrders path={path} version={1} />);
  expect(sent).toHaveLength(1);
  isHeld = true;
  rows = [anOrder(101), anOrder(102)];
  await render(<CustomerOrders path={path} version={2} />);
  await waitUntil(() => expect(held).toHaveLength(1));
  expect(box.textContent).toContain("№ 101");
  for (const release of held) release();
  await waitUntil(() => expect(box.textContent).toContain("№ 102"));
  expect(sent).toHaveLength(2);
});
