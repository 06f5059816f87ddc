import { beforeEach, expect, test } from "vitest";
import { InvoiceInfo } from "#app/screens/orders/detail/InvoiceInfo.tsx";
import { DetailContext } from "#app/screens/orders/detail/useDetail.ts";
import { click, mountWith, waitUntil } from "../support/app/mount.tsx";
import { givenServices } from "../support/app/services.ts";
import { stubResizeObserver } from "../support/app/stubs.ts";
import { createOrderServer, givenOrderScreen } from "../support/machines/paymentFixtures.ts";

beforeEach(stubResizeObserver);

test("InvoiceInfo — shows an error for an issued invoice that cannot be read, and 'Повторить' reads the payments again", async () => {
  const server = createOrderServer();
  const fetch = async (request: Request) =>
    request.method === "POST" ? Response.json({ paymentId: 1 }) : server.fetch(request);
  const { screen, invoice } = givenOrderScreen({}, { ...server, fetch });
  await waitUntil(() => expect(screen().getSnapshot().matches({ order: "known", dialog: "closed" })).toBe(true));
  screen().send({ type: "invoice.open" });
  await waitUntil(() => expect(invoice()?.getSnapshot().value).toBe("editing"));
  invoice()?.send({ type: "form.submit" });
  await waitUntil(() => expect(screen().getSnapshot().value.dialog).toBe("invoice"));
  const { services } = givenServices(() => Response.json([]));
  await mountWith(
    services,
    <DetailContext value={screen()}>
      <InvoiceInfo />
    </DetailContext>,
  );
  const retry = () => [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Повторить");
  await waitUntil(() => expect(retry()).toBeDefined());
  server.book(1000, "other", { isExternal: true, isComplited: true });
  const button = retry();
  if (button) await click(button);
  await waitUntil(() => expect(document.querySelector('[role="dialog"]')?.textContent).toContain("Оплачен"));
  screen().stop();
});
