import type { Page } from "@playwright/test";
import { type ApiUser, expect, signInAs, test } from "../support/e2e/fixtures.ts";

/** Replaces `window.print`: the label of each printed sheet is stored in sessionStorage. */
const countPrints = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {
      const shown = [...document.querySelectorAll("[data-sheet]")].map((sheet) => sheet.getAttribute("aria-label"));
      const before: unknown[] = JSON.parse(sessionStorage.getItem("printed") ?? "[]");
      sessionStorage.setItem("printed", JSON.stringify([...before, ...shown]));
    };
  });

const printed = (page: Page) => page.evaluate(() => JSON.parse(sessionStorage.getItem("printed") ?? "[]"));

/** Creates a printer for a kind of document that no other test prints. */
const createPrinter = async (operator: ApiUser, name: string) =>
  operator.post<{ id: number; name: string }>("/api/Printer/Company/1", {
    name,
    kinds: ["usedStockItems"],
    paper: "80",
  });

const goOnDuty = async (page: Page, printer: string, mode: "Само" | "По щелчку") => {
  await page.goto("/PrintCenter");
  await page.getByRole("radio", { name: new RegExp(`^${printer}`) }).check();
  await page.getByRole("radio", { name: new RegExp(`^${mode}`) }).check();
  await page.getByRole("button", { name: "Заступить на дежурство" }).click();
  await expect(page.getByText("Заданий нет, жду новых")).toBeVisible();
};

const sendTo = async (operator: ApiUser, printerId: number) => {
  const order = await operator.order();
  const job = await operator.post<{ id: number }>(`/PreBill/Company/1/${order.id}/UsedStockItems`, undefined);
  await operator.post(`/api/PrintJob/${job.id}/Company/1`, { command: "route", printerId });
  return order;
};

test("browser on print duty — prints a job once without a click", async ({ page, operator, owner }) => {
  await countPrints(page);
  await signInAs(page, "owner", "/Info");
  const printer = await createPrinter(owner, `Сама ${Date.now()}`);
  await goOnDuty(page, printer.name, "Само");
  const order = await sendTo(operator, printer.id);
  const last = page.getByRole("region", { name: "Последние" }).getByRole("listitem");
  await expect(last.filter({ hasText: `заказ № ${order.internalId}` })).toContainText("Напечатано");
  expect(await printed(page)).toEqual([`Позиции склада заказа ${order.internalId}`]);
  await page.goto(`/Company/1/Order/${order.id}`);
  await expect(page.getByRole("region", { name: "Печать" }).getByText("Напечатано")).toBeVisible();
});

test("browser reopened during a print job — asks for the result without printing again", async ({
  page,
  context,
  operator,
  owner,
}) => {
  await countPrints(page);
  await signInAs(page, "manager", "/Info");
  const printer = await createPrinter(owner, `Щелчок ${Date.now()}`);
  await goOnDuty(page, printer.name, "По щелчку");
  const order = await sendTo(operator, printer.id);
  await page.getByRole("button", { name: /^Печатать/ }).click();
  const question = `Напечаталось? Позиции склада, заказ № ${order.internalId}`;
  await expect(page.getByRole("heading", { name: question })).toBeVisible();
  expect(await printed(page)).toHaveLength(1);
  await page.close();
  const later = await context.newPage();
  await countPrints(later);
  await later.goto("/PrintCenter");
  await expect(later.getByRole("heading", { name: question })).toBeVisible();
  await later.getByRole("button", { name: /^Да, напечаталось/ }).click();
  await expect(later.getByText("Заданий нет, жду новых")).toBeVisible();
  expect(await printed(later)).toEqual([]);
});

test("result 'no paper' of a print job — pauses the printer and notifies the sender", async ({
  page,
  operator,
  owner,
}) => {
  await countPrints(page);
  await signInAs(page, "owner", "/Info");
  const printer = await createPrinter(owner, `Бумага ${Date.now()}`);
  await goOnDuty(page, printer.name, "По щелчку");
  const order = await sendTo(operator, printer.id);
  await page.getByRole("button", { name: /^Печатать/ }).click();
  await page.getByRole("button", { name: "Не напечаталось", exact: true }).click();
  await expect(page.getByText("Печать остановлена: нет бумаги")).toBeVisible();
  const notifications = await operator.get<{ title: string; message: string }[]>("/api/Notification?isUnreadOnly=true");
  const [notice] = notifications.filter(({ title }) => title === `Не напечатано: заказ № ${order.internalId}`);
  expect(notice?.message).toContain("Нет бумаги");
});

test("pre-bill request without a response — is retried and creates only one job", async ({ page, operator }) => {
  const order = await operator.order();
  await signInAs(page, "operator", `/Company/1/Order/${order.id}`);
  let lost = 0;
  await page.route(new RegExp(`/PreBill/Company/1/${order.id}$`), async (route) => {
    lost += 1;
    if (lost > 7) return route.fallback();
    await route.fetch();
    return route.abort("connectionreset");
  });
  await page.evaluate(() => {
    window.open = () => window;
  });
  const button = page.getByRole("button", { name: "Предчек" });
  await button.click();
  const note = page.getByRole("status").filter({ hasText: "второго задания не будет" });
  await expect(note).toBeVisible();
  await expect.poll(() => lost).toBe(8);
  await expect(note).toHaveCount(0);
  const jobs = await operator.get<{ jobs: unknown[] }>(`/api/PrintJob/Company/1/Order/${order.id}`);
  expect(jobs.jobs).toHaveLength(1);
});
