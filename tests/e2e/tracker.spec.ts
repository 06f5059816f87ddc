import { expect, signInAs, test } from "../support/e2e/fixtures.ts";

test("call tracker — is linked without a sign-in, reports a call despite an outage, and is unlinked when its token is reset", async ({
  page,
  browser,
  owner,
}) => {
  const number = `8495${String(Date.now()).slice(-7)}`;
  await owner.post("/api/OperatorPhone/Company/1", { number });
  await signInAs(page, "owner", "/Company/1/OperatorPhone");
  const digits = number.slice(-4);
  const row = page.locator("tr[data-row]", { hasText: `${digits.slice(0, 2)}-${digits.slice(2)}` });
  await row.getByRole("button", { name: "Другие действия" }).click();
  await page.getByRole("menuitem", { name: "Подключить приложение" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Да" }).click();
  const dialog = page.getByRole("dialog", { name: /^Приложение телефона/ });
  await expect(dialog.getByRole("img", { name: /^QR/ })).toBeVisible();
  const link = await dialog.getByLabel("Ссылка").inputValue();

  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  const phone = await context.newPage();
  await phone.goto(link);
  await expect(phone.getByText("Пекарня «Колос»")).toBeVisible();
  await expect(phone).toHaveURL(/tracker\.html$/);
  const caller = phone.getByLabel("Кто звонит");
  await caller.fill("8916555");
  await phone.getByRole("button", { name: "Звонят" }).tap();
  await expect(phone.getByText("Введите номер полностью")).toBeVisible();
  await caller.fill("89165558811");
  await phone.getByRole("button", { name: "Звонят" }).tap();
  await page.goto("/Company/1/Call");
  const call = page.locator("tr[data-row]", { hasText: "+7 916 555-88-11" });
  await expect(call).toContainText("Звонит");
  await phone.getByRole("button", { name: "Снять трубку" }).tap();
  await context.setOffline(true);
  await phone.getByRole("button", { name: "Закончить разговор" }).tap();
  await expect(phone.getByText("Ждут отправки: 1")).toBeVisible();
  await phone.reload();
  await expect(phone.getByText("Ждут отправки: 1")).toBeVisible();
  await context.setOffline(false);
  await expect(phone.getByText("Ждут отправки")).toBeHidden();
  await page.reload();
  await expect(call).toContainText("Обработан");

  // A second browser that opens the used link is refused.
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(link);
  await expect(stranger.getByRole("alert")).toContainText("Ссылка устарела или уже использована");
  await phone.goto("/tracker.html?text=%2B7%20916%20555-88-12");
  await expect(caller).toHaveValue("+7 916 555-88-12");
  const [phoneRow] = (await owner.get<{ id: number; number: string }[]>("/api/OperatorPhone/Company/1/Summury")).filter(
    (one) => one.number.endsWith(number.slice(1)),
  );
  await owner.post(`/api/OperatorPhone/${phoneRow?.id}/Company/1/ResetToken`, {});
  await phone.getByRole("button", { name: "Звонят" }).tap();
  await expect(phone.getByRole("heading", { name: "Телефон не подключён" })).toBeVisible();
  await stranger.context().close();
  await context.close();
});
