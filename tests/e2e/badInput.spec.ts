import { expect, signInAs, test } from "../support/e2e/fixtures.ts";
import { holdRequests } from "../support/e2e/holdRequests.ts";

test("payment dialog — an amount above the amount due disables the submit button and shows the reason", async ({
  page,
  operator,
}) => {
  const order = await operator.order();
  await signInAs(page, "operator", `/Company/1/Order/${order.id}`);
  await page.getByRole("button", { name: /^Принять оплату/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Принять оплату/ });
  const amount = dialog.getByLabel("Сумма");
  await amount.fill(String(order.amount + 1));
  await expect(dialog.getByText("Больше остатка", { exact: true })).toBeVisible();
  await expect(dialog.getByRole("button", { name: /^Принять \d/ })).toHaveAttribute("aria-disabled", "true");
});

test("amount field — ignores letters, a minus sign, a second leading zero and a third decimal", async ({
  page,
  operator,
}) => {
  const order = await operator.order();
  await signInAs(page, "operator", `/Company/1/Order/${order.id}`);
  await page.getByRole("button", { name: /^Принять оплату/ }).click();
  const amount = page.getByRole("dialog").getByLabel("Сумма");
  const typed = async (text: string) => {
    await amount.fill("");
    await amount.pressSequentially(text);
    return (await amount.inputValue()).replace(",", ".");
  };
  expect(await typed("1,5")).toBe("1.5");
  expect(await typed("1.")).toBe("1.");
  expect(await typed("abc")).toBe("");
  expect(await typed("-1")).toBe("1");
  expect(await typed("00")).toBe("0");
  expect(await typed("1.239")).toBe("1.23");
});

test("phone field — cleans up a pasted number, and reports an incomplete number on blur and on saving", async ({
  page,
}) => {
  await signInAs(page, "operator", "/Company/1/Order/New");
  const phone = page.getByLabel("Контактный телефон");
  await phone.fill("+7 (916) 123-45-67");
  expect((await phone.inputValue()).replace(/[^\d+]/g, "")).toBe("+79161234567");
  await phone.fill("123");
  const mark = page.getByLabel("Номер неполный");
  await expect(mark).toBeHidden();
  await phone.blur();
  await expect(mark).toBeVisible();
  await phone.focus();
  await page.keyboard.press("Control+Enter");
  await expect(phone).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Отмена" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Удалить черновик" }).click();
});

test("phone field — receives the digits typed while the form opens, but no digits typed before", async ({ page }) => {
  await signInAs(page, "operator", "/Company/1");
  await expect(page.locator("tr[data-row]").first()).toBeVisible();
  const releaseDiscounts = await holdRequests(page, { url: "**/api/Discount/Company/1" });
  const releaseCode = await holdRequests(page, { url: "**/assets/OrderEditor*.js" });
  // These digits are typed before the form begins to open, so the form must not contain them.
  await page.keyboard.type("55");
  await page.keyboard.press("n");
  await page.keyboard.type("89");
  await releaseCode();
  await expect(page.getByRole("status", { name: "Заказ открывается" })).toBeVisible();
  await page.keyboard.type("16");
  await releaseDiscounts();
  await expect(page.getByLabel("Контактный телефон")).toBeFocused();
  await page.keyboard.type("0000001");
  await expect(page.getByLabel("Контактный телефон")).toHaveValue("89160000001");
});

test("street field — keeps the focus and the typed text when the chunk of the suggestions arrives", async ({
  page,
}) => {
  const release = await holdRequests(page, { url: "**/assets/AddressCombobox*.js" });
  await signInAs(page, "operator", "/Company/1/Order/New");
  const street = page.getByRole("textbox", { name: "Улица" });
  await street.focus();
  await page.keyboard.type("ул. Мед");
  await release();
  await page.keyboard.type("ленная", { delay: 200 });
  await expect(page.getByLabel("Улица")).toHaveValue("ул. Медленная");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("combobox", { name: "Улица" })).toHaveValue("ул. Медленная");
});

test("shortcut key after a status change — works while the chunk of the undo bar is still loading", async ({
  page,
  operator,
}) => {
  const order = await operator.order();
  const release = await holdRequests(page, { url: "**/assets/UndoBar*.js" });
  await signInAs(page, "operator", `/Company/1/Order/${order.id}`);
  await page.getByRole("button", { name: /^Сменить статус/ }).click();
  const dialog = page.getByRole("dialog", { name: /^Сменить статус/ });
  await dialog.getByRole("button", { name: /^Готовится/ }).click();
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("p");
  await expect(page.getByRole("dialog", { name: /^Принять оплату/ })).toHaveCount(1);
  await release();
});

test("due time of an order — is saved as typed, and an invalid time prevents saving", async ({ page, operator }) => {
  const order = await operator.order();
  await signInAs(page, "operator", `/Company/1/Order/${order.id}/Edit`);
  const due = page.getByLabel("Когда", { exact: true });
  await due.fill("завтра");
  // Pressing the button blurs the field, and only the blur validates the date. Like a tap on a touch screen, this click
  // leaves no time between the blur and the save.
  const save = page.getByRole("button", { name: /^Сохранить/ });
  await save.click();
  await expect(page.getByText("Неверная дата.")).toBeVisible();
  await due.fill("01.02.2031 23:15");
  await save.click();
  await expect(page.getByText("к 01.02.2031 23:15")).toBeVisible();
});

test("Esc — does not leave the order screen while a dialog is opening", async ({ page, operator }) => {
  const order = await operator.order();
  const release = await holdRequests(page, { url: "**/assets/OpenDialog*.js" });
  await signInAs(page, "operator", `/Company/1/Order/${order.id}`);
  await expect(page.getByRole("button", { name: /^Принять оплату/ })).not.toHaveAttribute("aria-disabled");
  await page.keyboard.press("p");
  await page.keyboard.press("Escape");
  await release();
  const dialog = page.getByRole("dialog", { name: /^Принять оплату/ });
  await expect(dialog).toHaveCount(1);
  await expect(page).toHaveURL(new RegExp(`/Order/${order.id}$`));
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(/\/Company\/1$/);
});

test("pre-bill — wraps a very long word within the width of the paper", async ({ page, operator }) => {
  const order = await operator.order({ note: "Ы".repeat(500) });
  await signInAs(page);
  await page.goto(`/PreBill/Company/1/Summury?orderId=${order.id}`);
  const sheet = page.locator("[data-sheet]");
  await expect(sheet).toContainText("Ы".repeat(500));
  expect(await sheet.evaluate((paper) => paper.scrollWidth <= paper.clientWidth)).toBe(true);
});

test("order editor — marks the phone and the missing dishes, and no other field, when an empty order is saved", async ({
  page,
}) => {
  await signInAs(page, "operator", "/Company/1/Order/New");
  const invalid = page.locator('form [aria-invalid="true"]');
  const phone = page.getByLabel("Контактный телефон");
  await expect(phone).toBeVisible();
  await expect(invalid).toHaveCount(0);
  await page.getByRole("button", { name: /^Сохранить заказ/ }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Добавьте хотя бы одну позицию." })).toBeVisible();
  await expect(phone).toHaveAccessibleDescription("Введите телефон клиента.");
  await expect(phone).toHaveAttribute("aria-invalid", "true");
  await expect(invalid).toHaveCount(1);
  await expect(phone).toBeFocused();
});

test("order screen — reports an unknown order and an order of another company as not found", async ({ page }) => {
  await signInAs(page, "operator2", "/Company/3");
  await page.goto("/Company/3/Order/999999999");
  await expect(page.getByText(/Заказ не найден/).first()).toBeVisible();
  await page.goto("/Company/1/Order/1");
  await expect(page.getByText(/не найден/).first()).toBeVisible();
  await page.goto("/Company/3/Order/1/Edit");
  await expect(page.getByText(/не найден/i).first()).toBeVisible();
});

test("closed order — has a disabled edit button with the reason, and its edit page states that the order is closed", async ({
  page,
  operator,
}) => {
  const weekAgo = new Date(Date.now() - 7 * 86_400_000).toISOString().slice(0, 10);
  const rows = await operator.get<{ id: number; isClosed: boolean }[]>(
    `/api/Order/Company/1/MediumSummury?startDate=${weekAgo}`,
  );
  const closed = rows.find(({ isClosed }) => isClosed);
  await signInAs(page, "manager", `/Company/1/Order/${closed?.id}`);
  const edit = page.getByRole("link", { name: /^Изменить/ }).or(page.getByRole("button", { name: /^Изменить/ }));
  await expect(edit).toHaveAttribute("aria-disabled", "true");
  await expect(edit).toHaveAttribute("title", /закрыт/i);
  await page.goto(`/Company/1/Order/${closed?.id}/Edit`);
  await expect(page.getByRole("heading", { name: "Заказ закрыт", exact: true })).toBeVisible();
});

test("order screen — shows an error message for a response that is not JSON", async ({ page, operator }) => {
  const order = await operator.order();
  await signInAs(page, "operator", "/Info");
  await page.route(`**/api/Order/Company/1/${order.id}`, (route) =>
    route.fulfill({ status: 200, contentType: "application/json", body: '{"oops":' }),
  );
  await page.goto(`/Company/1/Order/${order.id}`);
  await expect(page.getByRole("alert")).toContainText("непонятно");
});

test("order screen — shows an error message for a response without the fields of an order", async ({
  page,
  operator,
}) => {
  const order = await operator.order();
  await signInAs(page, "operator", "/Info");
  await page.route(`**/api/Order/Company/1/${order.id}`, (route) =>
    route.fulfill({ status: 200, contentType: "application/json", body: '{"oops":1}' }),
  );
  await page.goto(`/Company/1/Order/${order.id}`);
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Разделы" })).toBeVisible();
});

test("login — shows the same message for a wrong password and for an unknown user", async ({ page }) => {
  await page.goto("/login.html");
  const say = async (user: string, password: string) => {
    await page.getByLabel("Имя пользователя").fill(user);
    await page.getByLabel("Пароль", { exact: true }).fill(password);
    await page.getByRole("button", { name: "Войти" }).click();
    await expect(page.locator("#error")).toBeVisible();
    return page.locator("#error").textContent();
  };
  expect(await say("courier", "wrong")).toBe(await say("nobody-at-all", "wrong"));
});
