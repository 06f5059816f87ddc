import type { Schemas } from "#api/client.ts";
import { countEffort } from "../support/e2e/countEffort.ts";
import { createApiUser, expect, signInAs, test } from "../support/e2e/fixtures.ts";

const TEN_MINUTES_S = 600;

test("new owner — creates a company and takes the first paid order within ten minutes", async ({
  page,
  admin,
  owner,
  hire,
  request,
}) => {
  const { id: userId, userName } = await hire();
  await owner.remove(`/api/Company/1/User?userId=${userId}`);
  await admin.put(`/api/Admin/Account/${userId}/CompanyCreation`, { canCreateCompany: true });
  await signInAs(page, userName, "/");
  await expect(page.getByText("Компаний пока нет.")).toBeVisible();
  const person = countEffort(page);

  await test.step("create the company", async () => {
    await person.click(page.getByRole("link", { name: "Добавить компанию" }));
    await person.fill(page.getByLabel("Название"), "Кафе «Первый день»");
    await person.fill(page.getByLabel("Телефон"), "+79160001122");
    await person.fill(page.getByLabel("Адрес"), "ул. Садовая, 12");
    await person.click(page.getByRole("button", { name: "Сохранить" }));
    await person.wait(() => expect(page).toHaveURL(/\/Company$/));
    await person.click(page.getByRole("link", { name: "Первые шаги" }));
  });
  const steps = page.getByRole("region", { name: "Первые шаги" });
  await person.wait(() => expect(steps).toContainText("2 из 6"));

  await test.step("fill the menu, the statuses and the payment methods from the templates", async () => {
    await person.click(steps.getByRole("button", { name: "Заполнить примером" }));
    await person.wait(() => expect(page.getByText("Добавили 9 блюд")).toBeVisible());
    await person.click(steps.getByRole("button", { name: "Доставка еды" }));
    await person.wait(() => expect(page.getByText("Добавили 3 статуса")).toBeVisible());
    await person.click(steps.getByRole("button", { name: "Добавить способы" }));
    await person.wait(() => expect(page.getByText(/Добавили \d способ/)).toBeVisible());
  });

  await test.step("add a dish that is not in the templates", async () => {
    await person.click(steps.getByRole("link", { name: "Добавить блюдо" }));
    await person.fill(page.getByLabel("Название"), "Щи из печи");
    await person.fill(page.getByRole("textbox", { name: "Цена", exact: true }), "390");
    await person.fill(page.getByRole("combobox", { name: "Категории" }), "гор");
    await person.press("Enter");
    await person.press("Control+Enter");
    await person.wait(() => expect(page).toHaveURL(/\/Item$/));
    await person.click(page.getByRole("link", { name: "Все настройки" }));
  });

  await test.step("take the order", async () => {
    await person.click(steps.getByRole("link", { name: "Принять заказ" }));
    await person.fill(page.getByLabel("Контактный телефон"), "+79165554433");
    await person.click(page.getByRole("group", { name: "Блюда" }).getByRole("button", { name: /^Щи из печи/ }));
    await person.press("Control+Enter");
    const saved = page.getByRole("dialog", { name: "Заказ сохранён" });
    await person.click(saved.getByRole("button", { name: "Оплата" }));
  });

  await test.step("take the payment", async () => {
    const dialog = page.getByRole("dialog", { name: /^Принять оплату/ });
    await person.wait(() => expect(dialog.getByLabel("Сумма", { exact: true })).toHaveValue("390"));
    await person.press("Control+Enter");
    await person.wait(() => expect(dialog).toHaveCount(0));
  });

  const [, companyId, orderId] = /\/Company\/(\d+)\/Order\/(\d+)/.exec(page.url()) ?? [];
  await person.wait(() =>
    expect(page.getByRole("button", { name: /^Принять оплату/ })).toHaveAttribute("aria-disabled", "true"),
  );
  const { screens, clicks, keys, waited, seconds } = person.result();
  const figures = `${screens} screens, ${clicks} clicks, ${keys} keys, ${waited.toFixed(1)} s of waiting`;
  const message = `The first order took ${Math.round(seconds)} s by the keystroke-level model: ${figures}`;
  expect(seconds, message).toBeLessThan(TEN_MINUTES_S);
  test.info().annotations.push({ type: "effort", description: message });
  expect(keys, message).toBeGreaterThan(50);

  const newOwner = await createApiUser(request, userName);
  const payments = await newOwner.get<Schemas["Payment"][]>(`/api/Order/${orderId}/Company/${companyId}/Payment`);
  expect(payments.map(({ amount }) => amount)).toEqual([390]);
});

test("form of a dish — creates the first category of a company", async ({ page, owner }) => {
  const { id } = await owner.post<Schemas["Company"]>("/api/Company", { name: "Кафе «Пустое меню»" });
  await signInAs(page, "owner", `/Company/${id}/Item/New`);
  await page.getByRole("combobox", { name: "Категории" }).fill("Супы");
  await page.getByRole("option", { name: "Новая категория…" }).click();
  await expect(page.getByRole("dialog", { name: "Новая категория" }).getByLabel("Название")).toHaveValue("Супы");
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Основная категория")).toContainText("Супы");
  await owner.remove(`/api/Company/${id}`);
});
