import { expect, test, vi } from "vitest";
import { OrderDetail } from "#app/screens/orders/detail/OrderDetail.tsx";
import { PermittedScreen } from "#app/shared/Permitted.tsx";
import { givenCompany } from "../support/app/bakery.ts";
import { mountWith } from "../support/app/mount.tsx";
import { givenServices } from "../support/app/services.ts";

const screen = (
  <PermittedScreen companyId={1} needs="report.view" title="Отчёты">
    <p>Выручка</p>
  </PermittedScreen>
);

test("PermittedScreen — shows the content to a user with the permission", async () => {
  const { services } = givenServices(() => Response.json([]), { companies: [givenCompany({ "report.view": 1 })] });
  const { box } = await mountWith(services, screen);
  expect(box.textContent).toBe("Выручка");
});

test("PermittedScreen — shows a user without the permission a message instead of the content", async () => {
  const { services } = givenServices(() => Response.json([]), { companies: [givenCompany({})] });
  const { box } = await mountWith(services, screen);
  expect(box.textContent).not.toContain("Выручка");
  expect(box.querySelector("h1")?.textContent).toBe("Отчёты");
  await vi.waitFor(() => expect(box.textContent).toContain("обратитесь к администратору компании"), {
    timeout: 30_000,
  });
});

test("OrderDetail — reads no order and shows a message to a user without the permission 'order.view'", async () => {
  const { services, sent } = givenServices(() => Response.json([]), { companies: [givenCompany({})] });
  const { box } = await mountWith(services, <OrderDetail companyId={1} orderId={7} />);
  expect(box.querySelector("h1")?.textContent).toBe("Заказ");
  await vi.waitFor(() => expect(box.textContent).toContain("обратитесь к администратору компании"), {
    timeout: 30_000,
  });
  expect(sent.filter(({ path }) => path.includes("/Order/"))).toEqual([]);
});
