import type { Page } from "@playwright/test";
import { expect, type Program, signInAs, test } from "../support/e2e/fixtures.ts";

/** Counts what the page sends to the printer instead of printing it. */
const countPrints = (page: Page) =>
  page.addInitScript(() => {
    window.print = () => {
      const shown = [...document.querySelectorAll("[data-sheet]")].map((sheet) => sheet.getAttribute("aria-label"));
      const before: unknown[] = JSON.parse(sessionStorage.getItem("printed") ?? "[]");
      sessionStorage.setItem("printed", JSON.stringify([...before, ...shown]));
    };
  });

const printed = (page: Page) => page.evaluate(() => JSON.parse(sessionStorage.getItem("printed") ?? "[]"));

/** A printer of its own for a journey, and of lists that no other journey prints. */
const givenPrinter = async (program: Program, name: string) =>
  program.post<{ id: number; name: string }>("/api/Printer/Company/1", {
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

const sendTo = async (program: Program, printerId: number) => {
  const order = await program.order();
  const job = await program.post<{ id: number }>(`/PreBill/Company/1/${order.id}/UsedStockItems`, undefined);
  await program.post(`/api/PrintJob/${job.id}/Company/1`, { command: "route", printerId });
  return order;
};

test("a browser on duty prints by itself, once, and the order says so", async ({ page, program, owner }) => {
  await countPrints(page);
  await signInAs(page, "owner", "/Info");
  const printer = await givenPrinter(owner, `Сама ${Date.now()}`);
  await goOnDuty(page, printer.name, "Само");
  const order = await sendTo(program, printer.id);
  const last = page.getByRole("region", { name: "Последние" }).getByRole("listitem");
  await expect(last.filter({ hasText: `заказ № ${order.internalId}` })).toContainText("Напечатано", {
    timeout: 10_000,
  });
  expect(await printed(page)).toEqual([`Позиции склада заказа ${order.internalId}`]);
  await page.goto(`/Company/1/Order/${order.id}`);
  await expect(page.getByRole("region", { name: "Печать" }).getByText("Напечатано")).toBeVisible();
});

test("a browser closed with a page on its way asks what became of it, and prints it no second time", async ({
  page,
  context,
  program,
  owner,
}) => {
  await countPrints(page);
  await signInAs(page, "manager", "/Info");
  const printer = await givenPrinter(owner, `Щелчок ${Date.now()}`);
  await goOnDuty(page, printer.name, "По щелчку");
  const order = await sendTo(program, printer.id);
  await page.getByRole("button", { name: /^Печатать/ }).click({ timeout: 10_000 });
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

test("'no paper' said at the printer stops it and reaches who sent the job", async ({ page, program, owner }) => {
  await countPrints(page);
  await signInAs(page, "owner", "/Info");
  const printer = await givenPrinter(owner, `Бумага ${Date.now()}`);
  await goOnDuty(page, printer.name, "По щелчку");
  const order = await sendTo(program, printer.id);
  await page.getByRole("button", { name: /^Печатать/ }).click({ timeout: 10_000 });
  await page.getByRole("button", { name: "Не напечаталось", exact: true }).click();
  await expect(page.getByText("Печать остановлена: нет бумаги")).toBeVisible();
  const told = await program.get<{ title: string; message: string }[]>("/api/Notification?isUnreadOnly=true");
  const [notice] = told.filter(({ title }) => title === `Не напечатано: заказ № ${order.internalId}`);
  expect(notice?.message).toContain("Нет бумаги");
});

test("unanswered pre-bill — is sent again as the same job", async ({ page, program }) => {
  test.setTimeout(60_000);
  const order = await program.order();
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
  await expect(note).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => lost, { timeout: 30_000 }).toBe(8);
  await expect(note).toHaveCount(0);
  const jobs = await program.get<{ jobs: unknown[] }>(`/api/PrintJob/Company/1/Order/${order.id}`);
  expect(jobs.jobs).toHaveLength(1);
});
