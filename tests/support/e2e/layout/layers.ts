import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type { Schemas } from "#api/client.ts";
import type { ApiUser } from "../fixtures.ts";
import { paymentDialog } from "../pages/paymentDialog.ts";
import { chooseRowAction } from "../pages/rowMenu.ts";
import { statusDialog } from "../pages/statusDialog.ts";

/** API clients that prepare the data for a layer. */
export interface LayerUsers {
  readonly owner: ApiUser;
}

/** Layer of a screen that the layout audit checks: a dialog, a menu, a popup or a special state of the screen. */
export interface LayerExample {
  readonly name: string;
  /** Path of the screen. `{order}` stands for the id of an order with payments. */
  readonly path: string;
  readonly open: (page: Page, users: LayerUsers) => Promise<void>;
  /** Selector of the layer. Undefined means the selector of dialogs. */
  readonly scope?: string;
  /** Component and title of the dialog. `tests/app/dialogExamples.test.ts` compares them with the source files. */
  readonly dialog?: readonly [component: string, title: RegExp];
}

/**
 * Menu or popup. The audit opens the menu again at each window size, and skips the sizes at which the button of the
 * menu is hidden.
 */
export interface MenuExample {
  readonly name: string;
  readonly path: string;
  /** Selector of the open menu. */
  readonly scope: string;
  /** Selector of the button that opens the menu. */
  readonly button: string;
}

const ORDER = "/Company/1/Order/{order}";
const NEW_ORDER = "/Company/1/Order/New";
const COURIER = "/Company/1/Delivery/My";
const PAGE = "body";
const LONG_TEXT = "Позвонить за полчаса, домофон не работает, встретит охрана у шлагбаума";
/** Time for which the application shows a toast, milliseconds. */
const SHOWN_MS = 5_000;

const press = async (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

const expectDialog = (page: Page, name?: string | RegExp) =>
  expect(
    page
      .getByRole("dialog", name === undefined ? {} : { name })
      .getByRole("heading")
      .first(),
  ).toBeVisible();

const openTab = async (page: Page, name: RegExp) => {
  await page.getByRole("tab", { name }).click();
  await expect(page.getByRole("tabpanel")).toBeVisible();
};

const openAction = async (page: Page, action: string) => {
  await openTab(page, /^Оплаты/);
  await page.getByRole("tabpanel").getByRole("button", { name: action }).first().click();
  await expectDialog(page);
};

const addLine = async (page: Page) => {
  const search = page.getByLabel("Название или артикул");
  await search.fill("борщ");
  await search.press("Enter");
  await expect(page.locator("tr[data-line]").first()).toBeVisible();
};

const typeOrder = async (page: Page) => {
  await page.getByLabel("Контактный телефон").fill("89161112299");
  await addLine(page);
};

const createTag = (owner: ApiUser) =>
  owner.post<Schemas["Tag"]>("/api/Tag/Company/1", { name: `${LONG_TEXT} ${randomUUID()}`, color: "red" });

/** Takes a new order as a courier and presses a button on the order's card. */
const openAtTheDoor = async (page: Page, owner: ApiUser, button: string) => {
  const order = await owner.order({ deliveryAddress: LONG_TEXT, deliveryAddressBuilding: "7" });
  await page.getByRole("button", { name: `Взять заказ № ${order.internalId}`, exact: true }).click();
  const stop = page.getByRole("listitem").filter({ has: page.getByText(`№ ${order.internalId}`, { exact: true }) });
  await stop.getByRole("button", { name: button, exact: true }).click();
  await expectDialog(page);
};

/** Prevents the page from hiding the toasts that appear after this call. */
const keepToasts = (page: Page) =>
  page.evaluate((shownMs) => {
    const real = window.setTimeout;
    window.setTimeout = ((run: () => void, ms: number) => (ms === shownMs ? 0 : real(run, ms))) as typeof setTimeout;
  }, SHOWN_MS);

const chooseTable = async (page: Page, text: string) => {
  await press(page, "Импорт");
  await expectDialog(page);
  const buffer = Buffer.from(text);
  await page.getByLabel("Файл с таблицей").setInputFiles({ name: "меню.csv", mimeType: "text/csv", buffer });
  await expect(page.getByRole("dialog").getByRole("table")).toBeVisible();
};

/** Layers of the order screens. */
export const orderLayers: readonly LayerExample[] = [
  {
    name: "payment dialog",
    path: ORDER,
    dialog: ["PaymentDialog", /^Принять оплату · заказ №/],
    open: async (page) => {
      const dialog = paymentDialog(page);
      await dialog.open();
      await dialog.addMethod();
      await dialog.receive("50000");
    },
  },
  {
    name: "menu of statuses in the payment dialog",
    path: ORDER,
    scope: "[role=menu]",
    open: async (page) => {
      await paymentDialog(page).open();
      await page.getByLabel("Новый статус заказа").click();
      await expect(page.getByRole("menu")).toBeVisible();
    },
  },
  {
    name: "invoice dialog",
    path: ORDER,
    dialog: ["InvoiceDialog", /^Выставить счёт · заказ №/],
    open: async (page) => {
      await press(page, "Выставить счёт");
      await expect(page.getByLabel("Сумма счёта")).toBeVisible();
    },
  },
  {
    name: "issued invoice with its link",
    path: ORDER,
    dialog: ["InvoiceInfo", /^Счёт на оплату/],
    open: async (page) => {
      await press(page, "Выставить счёт");
      await page.getByLabel("Сумма счёта").fill("50");
      await press(page, "Выставить на 50,00 р.");
      await expect(page.getByLabel("Ссылка для плательщика")).toBeVisible();
    },
  },
  { name: "refund dialog", path: ORDER, open: (page) => openAction(page, "Вернуть") },
  {
    name: "confirmation of a payment",
    path: ORDER,
    dialog: ["ActionDialog", /^Подтвердить действие/],
    open: (page) => openAction(page, "Подтвердить"),
  },
  {
    name: "status dialog",
    path: ORDER,
    dialog: ["StatusDialog", /^Сменить статус · заказ №/],
    open: async (page) => {
      const dialog = statusDialog(page);
      await dialog.open();
      await dialog.shows("choosing");
    },
  },
  {
    name: "reason for a status change",
    path: ORDER,
    open: async (page) => {
      const dialog = statusDialog(page);
      await dialog.open();
      await dialog.choose("Отменён");
      await dialog.shows("explaining");
    },
  },
  {
    name: "statuses for a bulk change",
    path: "/Company/1",
    dialog: ["BulkDialog", /^Новый статус ·/],
    open: async (page) => {
      await page.getByLabel("Отметить все для печати").check();
      await press(page, "Статус…");
      await expectDialog(page);
    },
  },
  {
    name: "columns to which an order of the stage board can be moved",
    path: "/Company/1/Board",
    dialog: ["ColumnsDialog", /^Куда переместить заказ №/],
    open: async (page) => {
      await press(page, /^Переместить заказ/);
      await expectDialog(page);
    },
  },
  {
    name: "reason for a move on the stage board",
    path: "/Company/1/Board",
    dialog: ["MoveReasonDialog", /^Перемещение заказа №/],
    open: async (page) => {
      const fresh = page.getByRole("region", { name: "Новый", exact: true });
      // An unpaid order is chosen, because the dialog must offer the cancellation, and a paid order cannot be cancelled.
      await fresh
        .locator("[data-card]")
        .filter({ hasText: "не оплачен" })
        .first()
        .getByRole("button", { name: /^Переместить заказ/ })
        .click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /^Отменён/ })
        .click();
      await expectDialog(page, /^Перемещение заказа/);
    },
  },
  {
    name: "plan of a bulk change",
    path: "/Company/1",
    open: async (page) => {
      await page.getByLabel("Отметить все для печати").check();
      await press(page, "Статус…");
      await page.getByRole("dialog").getByRole("button", { name: "Доставлен" }).click();
      await expect(page.getByRole("dialog").getByRole("button", { name: /^Изменить \d+ из/ })).toBeVisible();
    },
  },
  { name: "tab with the payments of an order", path: ORDER, scope: PAGE, open: (page) => openTab(page, /^Оплаты/) },
  { name: "tab with the delivery of an order", path: ORDER, scope: PAGE, open: (page) => openTab(page, /^Доставка/) },
  { name: "tab with the details of an order", path: ORDER, scope: PAGE, open: (page) => openTab(page, /^Подробности/) },
  { name: "tab with the history of an order", path: ORDER, scope: PAGE, open: (page) => openTab(page, /^История/) },
  {
    name: "dialog of an order line",
    path: `${ORDER}/Edit`,
    dialog: ["LineDialog", / × /],
    open: async (page) => {
      await press(page, /добавки и слово повару$/);
      await expectDialog(page);
    },
  },
  {
    name: "calendar of the due time",
    path: NEW_ORDER,
    scope: "fieldset:has([role=grid])",
    open: async (page) => {
      await page.getByLabel("Когда").press("ArrowDown");
      await expect(page.getByRole("grid")).toBeVisible();
    },
  },
  { name: "new order with lines", path: NEW_ORDER, scope: PAGE, open: typeOrder },
  // The editor offers the draft that the previous example has stored.
  {
    name: "offer of a stored draft",
    path: NEW_ORDER,
    dialog: ["Offer", /^Есть незаконченный заказ/],
    open: (page) => expectDialog(page, "Есть незаконченный заказ"),
  },
  {
    name: "confirmation when leaving an unsaved order",
    path: NEW_ORDER,
    dialog: ["Leave", /^Уйти с заказа/],
    open: async (page) => {
      await press(page, "Продолжить");
      await expect(page.locator("tr[data-line]").first()).toBeVisible();
      await page.getByRole("link", { name: "Сводка продаж" }).click();
      await expectDialog(page, "Уйти с заказа?");
    },
  },
];

/**
 * Opens the suggestions of an address field. Types the text until the suggestions open, because their code is loaded
 * only after the first focus.
 */
const openSuggestions = (page: Page, label: string, text: string) =>
  expect(async () => {
    const field = page.getByRole("combobox", { name: label, exact: true });
    await field.fill("");
    await field.pressSequentially(text);
    await expect(page.getByRole("listbox").getByRole("option").nth(1)).toBeVisible({ timeout: 2_000 });
  }).toPass();

/** Layers of the order editor without a stored draft. The audit opens each layer in its own browser context. */
export const freshLayers: readonly LayerExample[] = [
  {
    name: "street suggestions of the order editor",
    path: NEW_ORDER,
    scope: "[role=listbox]",
    open: (page) => openSuggestions(page, "Улица", "ул"),
  },
  {
    name: "order editor with a known customer",
    path: NEW_ORDER,
    scope: PAGE,
    open: async (page) => {
      await page.getByLabel("Контактный телефон").fill("89160000001");
      await expect(page.getByRole("button", { name: /Повторить заказ/ }).first()).toBeVisible();
    },
  },
  {
    name: "confirmation of a due time in the past",
    path: NEW_ORDER,
    dialog: ["Past", /^Время заказа уже прошло/],
    open: async (page) => {
      await typeOrder(page);
      await page.getByLabel("Когда").fill("01.01.2026 14:30");
      await page.getByLabel("Комментарий").fill(LONG_TEXT);
      await expect(page.getByText("Это время уже прошло.")).toBeVisible();
      await press(page, /^Сохранить/);
      await expectDialog(page);
    },
  },
  {
    name: "dialog of a saved order",
    path: NEW_ORDER,
    dialog: ["Saved", /^Заказ сохранён/],
    open: async (page) => {
      await typeOrder(page);
      await press(page, /^Сохранить/);
      await expectDialog(page);
    },
  },
  {
    name: "conflict dialog of an order",
    path: "/Company/1/Info",
    dialog: ["ConflictDialog", /^Заказ изменил другой сотрудник/],
    open: async (page, { owner }) => {
      const order = await owner.order();
      await page.goto(`/Company/1/Order/${order.id}/Edit`);
      await page.getByLabel("Комментарий").fill(`${LONG_TEXT}, и перезвонить`);
      await owner.post(`/api/Order/${order.id}/Company/1`, {
        items: order.items.map(({ id, itemId, categoryId, count }) => ({ id, itemId, categoryId, count: count + 1 })),
        phone: order.phone,
        deliveryAddress: "проспект Академика Новожилова-Преображенского",
        deliveryAddressBuilding: "117 корпус 12",
        note: LONG_TEXT,
      });
      await press(page, /^Сохранить/);
      await expectDialog(page);
    },
  },
  {
    name: "note of an external system",
    path: "/Company/1/Info",
    dialog: ["ExternalNote", /^Примечание внешней системы/],
    open: async (page, { owner }) => {
      const { id } = await owner.order();
      // Only external systems can add a note to an order, so the test adds the note to the server's response.
      await page.route(`**/api/Order/Company/1/${id}*`, async (route) => {
        const response = await route.fetch();
        const externalSystemInfo = { name: "Сайт доставки", id: "S-1234567890-1234567890", orderUrl: null };
        await route.fulfill({
          response,
          json: { ...((await response.json()) as Schemas["Order"]), externalNote: LONG_TEXT, externalSystemInfo },
        });
      });
      await page.goto(`/Company/1/Order/${id}/Edit`);
      await press(page, "Примечание внешней системы");
      await expectDialog(page);
    },
  },
];

/** Layers of all screens except the order screens. */
export const otherLayers: readonly LayerExample[] = [
  {
    name: "payment at the door",
    path: COURIER,
    dialog: ["DeliverDialog", /^Оплата у двери/],
    open: (page, { owner }) => openAtTheDoor(page, owner, "Доставлен"),
  },
  {
    name: "payment by QR at the door",
    path: COURIER,
    dialog: ["DoorInvoiceDialog", /^Оплата по QR/],
    open: async (page, { owner }) => {
      await openAtTheDoor(page, owner, "QR для оплаты");
      await expect(page.getByRole("img", { name: "QR-код страницы оплаты" })).toBeVisible();
    },
  },
  {
    name: "reasons for a failed delivery",
    path: COURIER,
    dialog: ["FailDialog", /^Не доставлен/],
    open: (page, { owner }) => openAtTheDoor(page, owner, "Не доставлен"),
  },
  {
    name: "display settings",
    path: "/Company/1",
    dialog: ["DisplaySettings", /^Настройки отображения/],
    open: async (page) => {
      await press(page, /Виктор Седов|Профиль/);
      await page.getByRole("menuitem", { name: "Настройки отображения" }).click();
      await expectDialog(page);
    },
  },
  {
    name: "order in the side panel",
    path: "/Company/1",
    scope: PAGE,
    open: async (page) => {
      await page.locator("tr[data-row]").first().locator("td").nth(2).click();
      await expect(page.getByRole("complementary", { name: "Выбранный заказ" })).toContainText("Остаток");
    },
  },
  {
    name: "command palette",
    path: "/Company/1",
    dialog: ["Palette", /^Найти заказ, экран, команду/],
    open: async (page) => {
      await page.keyboard.press("Control+k");
      await expect(page.getByRole("dialog").getByRole("option").first()).toBeVisible();
    },
  },
  {
    name: "list of shortcut keys",
    path: "/Company/1",
    dialog: ["KeyList", /^Справка и клавиши/],
    open: async (page) => {
      // The page ignores a key press while the code that listens for keys is still loading, so the press is repeated.
      await expect(async () => {
        await page.keyboard.press("?");
        await expect(page.getByRole("dialog").getByRole("heading").first()).toBeVisible({ timeout: 1_000 });
      }).toPass();
    },
  },
  {
    name: "recalculation of the stock",
    path: "/Company/1/StockOperation",
    dialog: ["CalculationDialog", /^Пересчитать склад/],
    open: async (page) => {
      await press(page, "Пересчитать");
      await expectDialog(page);
    },
  },
  {
    name: "confirmation of a deletion",
    path: "/Company/1/Tag",
    dialog: ["ConfirmCommand", /^Удалить/],
    open: async (page) => {
      await chooseRowAction(page.locator("tr[data-row]").first(), "Удалить");
      await expectDialog(page);
    },
  },
  {
    name: "confirmation when leaving a form with unsaved changes",
    path: "/Company/1/Tag/New",
    dialog: ["LeaveDialog", /^Уйти без сохранения/],
    open: async (page) => {
      await page.getByRole("textbox", { name: /^Название/ }).fill("Очень длинное название нового тега");
      await page.getByRole("link", { name: "Отмена" }).click();
      await expectDialog(page);
    },
  },
  {
    name: "form with errors",
    path: "/Company/1/Item/New",
    scope: PAGE,
    open: async (page) => {
      await press(page, /^Сохранить/);
      await expect(page.locator("[aria-invalid=true]").first()).toBeVisible();
    },
  },
  {
    name: "new category in the form of a dish",
    path: "/Company/1/Item/New",
    dialog: ["CreationDialog", /^Новая категория/],
    open: async (page) => {
      await page.getByRole("combobox", { name: "Категории" }).click();
      await page.getByRole("option", { name: "Новая категория…" }).click();
      await expectDialog(page, "Новая категория");
    },
  },
  {
    name: "import of dishes",
    path: "/Company/1/Item",
    dialog: ["ItemImport", /^Импорт позиций/],
    open: (page) => chooseTable(page, "Название;Цена;Категории\nКвас;120,5;Пицца"),
  },
  {
    name: "import of dishes with errors",
    path: "/Company/1/Item",
    open: (page) => chooseTable(page, "Название;Цена;Категории\nОчень длинное название нового морса;сто рублей;Пицца"),
  },
  {
    name: "dish prices by company",
    path: "/CompanyGroup/1/Item?prices=1",
    dialog: ["DishPricesDialog", /^Цены и стоп по компаниям/],
    open: (page) => expect(page.getByRole("dialog").getByRole("table")).toBeVisible(),
  },
  {
    name: "copying from another company",
    path: "/Company/1/Info",
    dialog: ["CompanyCopyDialog", /^Скопировать из другой компании/],
    open: async (page) => {
      // The demo company has orders, so the card of the first steps would be hidden. The test therefore marks all steps
      // in the server's response as not done.
      await page.route("**/api/Company/1/FirstSteps", async (route) => {
        const response = await route.fetch();
        const { steps, templates } = (await response.json()) as Schemas["FirstSteps"];
        const json = { steps: steps.map((step) => ({ ...step, isDone: false })), templates };
        await route.fulfill({ response, json });
      });
      await page.goto("/Company/1/Operations");
      await press(page, "Скопировать из другой компании");
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Из какой компании").selectOption({ label: "Кафе «Причал»" });
      await expect(dialog.getByRole("checkbox", { name: "Теги" })).toBeChecked();
    },
  },
  {
    name: "uses of a stock item",
    path: "/Company/1/Stock",
    dialog: ["StockRowDialog", /^Где используется/],
    open: async (page) => {
      await press(page, /^Где используется/);
      await expectDialog(page);
    },
  },
  {
    name: "QR code for the call tracker",
    path: "/Company/1/OperatorPhone",
    dialog: ["TrackerDialog", /^Приложение телефона/],
    open: async (page) => {
      await press(page, "Приложение телефона");
      await expect(page.getByRole("img", { name: /^QR/ })).toBeVisible();
    },
  },
  {
    name: "stock items in a combobox",
    path: "/Company/1/StockOperation/Add",
    scope: "[role=listbox]",
    open: async (page) => {
      await page.getByRole("combobox", { name: "Товар" }).click();
      await expect(page.getByRole("option").first()).toBeVisible();
    },
  },
  {
    name: "dashboard with tables",
    path: "/Company/1/Dashboard",
    scope: PAGE,
    open: async (page) => {
      for (const button of await page.getByRole("button", { name: "Таблица" }).all()) await button.click();
      await expect(page.getByRole("table").first()).toBeVisible();
    },
  },
  {
    name: "narrowed sidebar",
    path: "/Company/1",
    scope: PAGE,
    open: async (page) => {
      await page.keyboard.press("m");
      await expect(page.getByRole("navigation", { name: "Разделы" })).toHaveClass(/w-14/);
    },
  },
  {
    name: "conflict dialog of a tag",
    path: "/Company/1/Tag",
    dialog: ["DirectoryConflictDialog", /^Запись уже изменил кто-то другой/],
    open: async (page, { owner }) => {
      const { id } = await createTag(owner);
      await page.goto(`/Company/1/Tag/${id}/Edit`);
      const name = page.getByRole("textbox", { name: /^Название/ });
      await expect(name).not.toHaveValue("");
      await owner.put(`/api/Tag/${id}/Company/1`, { name: `${LONG_TEXT} 2`, color: "blue" });
      await name.fill(`${LONG_TEXT} 3`);
      await press(page, /^Сохранить/);
      await expectDialog(page);
    },
  },
  {
    name: "toast",
    path: "/Company/1/Tag",
    scope: "[role=status]:has(> p)",
    open: async (page, { owner }) => {
      const { name } = await createTag(owner);
      await page.reload();
      await chooseRowAction(page.getByRole("row", { name }), "Удалить");
      await expectDialog(page);
      await keepToasts(page);
      await press(page, "Да");
      await expect(page.locator("[role=status] > p", { hasText: /удал/i })).toBeVisible();
    },
  },
  {
    name: "reason for the cancellation of an inventory",
    path: "/Company/1/Inventory",
    dialog: ["ReasonDialog", /^Отменить инвентаризацию/],
    open: async (page, { owner }) => {
      const { id } = await startCount(owner);
      await page.goto(`/Company/1/Inventory/${id}`);
      await press(page, "Отменить");
      await expectDialog(page);
    },
  },
  {
    name: "question about goods on the shelf",
    path: "/Company/1/PackingList",
    dialog: ["ShelfQuestion", /^Товар уже лежал/],
    open: async (page, { owner }) => {
      const { id, items } = await startCount(owner);
      await page.goto(`/Company/1/Inventory/${id}`);
      await press(page, /^На проверку/);
      await press(page, "Да");
      await press(page, /^Провести/);
      await press(page, "Да");
      await expect(page.getByText("Проведена", { exact: true })).toBeVisible();
      const list = await owner.post<Schemas["PackingList"]>("/api/PackingList/Company/1", {
        supplierId: 1,
        date: new Date(Date.now() - 3_600_000).toISOString(),
        items: [{ stockItemId: items[0]?.stockItemId, count: 1, price: 100 }],
      });
      await page.goto(`/Company/1/PackingList/${list.id}`);
      await press(page, /^Провести/);
      await press(page, "Да");
      await expectDialog(page, "Товар уже лежал на складе, когда его считали?");
    },
  },
  {
    name: "password link of an employee",
    path: "/Company/1/Employee",
    dialog: ["PasswordLinkDialog", /^Ссылка для сотрудника/],
    open: async (page, { owner }) => {
      const userName = `newcomer-${randomUUID()}`;
      await owner.post("/api/Company/1/User", { userName, roleId: 3 });
      await page.reload();
      await page.getByRole("row", { name: userName }).getByRole("button", { name: "Новая ссылка" }).click();
      await expectDialog(page);
      await press(page, "Да");
      await expectDialog(page, "Ссылка для сотрудника");
    },
  },
  {
    name: "token of an operator phone",
    path: "/Company/1/OperatorPhone/New",
    dialog: ["TokenDialog", /^Токен телефона/],
    open: async (page) => {
      await page.getByLabel(/^Номер/).fill(`8495${String(Date.now()).slice(-7)}`);
      await press(page, /^Сохранить/);
      await expectDialog(page, /^Токен телефона/);
    },
  },
  {
    name: "orders that reserve a stock item",
    path: "/Company/1/Stock",
    open: async (page) => {
      await press(page, /^Все заказы, для которых зарезервировано/);
      await expectDialog(page, /^Заказы с резервом/);
    },
  },
  {
    name: "failed export",
    path: "/Company/1/Item",
    dialog: ["RequestExport", /^Экспорт не получился/],
    open: async (page) => {
      await page.route("**/api/**", (route) =>
        route.fulfill({ status: 403, contentType: "application/problem+json", body: "{}" }),
      );
      await press(page, "Экспорт");
      await page.getByRole("menuitem", { name: "Таблица XLSX" }).click();
      await expectDialog(page);
    },
  },
  {
    name: "merge of customers",
    path: "/Company/1/Customer/407?merge=406",
    dialog: ["MergeDialog", /^Объединить карточку/],
    open: async (page) => {
      await expect(page.getByRole("region", { name: "Останется" })).toBeVisible();
    },
  },
  {
    name: "separation of merged customers",
    path: "/Company/1/Customer/422",
    dialog: ["UnmergeDialog", /^Отделить карточку/],
    open: async (page) => {
      await press(page, "Отделить");
      await expectDialog(page, /^Отделить карточку/);
    },
  },
  {
    name: "anonymisation of a customer",
    path: "/Company/1/Customer/422",
    dialog: ["AnonymizeDialog", /^Обезличить клиента/],
    open: async (page) => {
      await press(page, "Обезличить");
      await expectDialog(page, /^Обезличить клиента/);
    },
  },
  {
    name: "ringing calls",
    path: NEW_ORDER,
    scope: PAGE,
    open: async (page) => {
      const ringing = [1, 2, 3, 4].map((at) => ({
        id: 999_000 + at,
        title: "Звонит",
        message: "на Приём заказов",
        code: "call",
        data: { companyId: 1, callId: at, number: `+7916555770${at}`, callStatus: "StartRing" },
        date: new Date().toISOString(),
        isRead: false,
      }));
      await page.route(/\/api\/Notification\?/, (route) => route.fulfill({ json: ringing }));
      await page.reload();
      await expect(page.getByText("ещё 1", { exact: true })).toBeVisible();
    },
  },
  // This example must be the last one, because the connection stays lost afterwards.
  {
    name: "lost connection",
    path: "/Company/1",
    scope: PAGE,
    open: async (page) => {
      await page.context().setOffline(true);
      await expect(page.getByText(/^Нет связи с сервером/).first()).toBeVisible();
    },
  },
];

const LIST = "/Company/1";
const POPOVER = "[popover]";
const MENU = "[role=menu]";

/** Menus and popups. */
export const menus: readonly MenuExample[] = [
  { name: "profile", path: LIST, scope: MENU, button: "header button:has-text('Виктор')" },
  { name: "administration", path: LIST, scope: MENU, button: "header button:has-text('Админ')" },
  { name: "companies", path: LIST, scope: MENU, button: "header button:has-text('Пекарня')" },
  { name: "summaries", path: LIST, scope: MENU, button: "header button:has-text('Сводка')" },
  { name: "notifications", path: LIST, scope: MENU, button: "header button[aria-label^='Уведомления']" },
  { name: "drawer", path: LIST, scope: "nav[aria-label=Разделы]", button: "header button[aria-label=Меню]" },
  {
    name: "days of the order list",
    path: `${LIST}/DashBoard/Summury`,
    scope: "[data-layer]",
    button: "main button[aria-expanded]:has-text('▾')",
  },
  {
    name: "saved views of the order list",
    path: LIST,
    scope: POPOVER,
    button: "main button[aria-haspopup=dialog]:has-text('Вид')",
  },
  { name: "statuses in the order list", path: LIST, scope: POPOVER, button: "main [data-status]" },
  {
    name: "days of the dashboard",
    path: `${LIST}/Dashboard`,
    scope: "[data-layer]",
    button: "main button[aria-expanded]:has-text('▾')",
  },
  { name: "export", path: `${LIST}/Item`, scope: MENU, button: "main button:has-text('Экспорт')" },
  {
    name: "further actions of a row",
    path: `${LIST}/Stock`,
    scope: MENU,
    button: "main tr button[aria-label^='Другие']",
  },
  {
    name: "links of the kitchen on a phone",
    path: `${LIST}/Kitchen`,
    scope: MENU,
    button: "main button[aria-label='Другие разделы']",
  },
  {
    name: "stations of the kitchen on a phone",
    path: `${LIST}/Kitchen`,
    scope: MENU,
    button: "main button[aria-label^='Станция']",
  },
  {
    name: "couriers for an order",
    path: `${LIST}/Delivery`,
    scope: MENU,
    button: "main button[aria-label^='Отдать заказ']",
  },
  {
    name: "statuses in the delivery settings",
    path: `${LIST}/Delivery/Settings`,
    scope: MENU,
    button: "main button[aria-label^='Курьер уехал']",
  },
  {
    name: "status filter of the order list on a phone",
    path: LIST,
    scope: MENU,
    button: "main button[aria-label^='Статусы']",
  },
  {
    name: "print layouts of the sold dishes",
    path: `${LIST}/DashBoard/Realization`,
    scope: MENU,
    button: "main button:has-text('Печать')",
  },
];

/** Starts an inventory of a new stock item, of which 1 kg is counted. */
const startCount = async (owner: ApiUser): Promise<Schemas["Inventory"]> => {
  const title = `${LONG_TEXT} ${randomUUID()}`.slice(0, 100);
  const { id: stockItemId } = await owner.post<Schemas["StockItem"]>("/api/StockItem", {
    companyId: 1,
    title,
    unit: "кг",
    estimateCost: 100,
  });
  const group = await owner.post<Schemas["InventoryGroup"]>("/api/InventoryGroup/Company/1", {
    name: `${randomUUID().slice(0, 8)} ${LONG_TEXT}`,
    stockItemIds: [stockItemId],
  });
  const { id } = await owner.post<Schemas["Inventory"]>("/api/Inventory/Company/1", { groupId: group.id });
  return owner.post<Schemas["Inventory"]>(`/api/Inventory/${id}/Company/1/Entry`, {
    entries: [{ stockItemId, count: 1, ageMs: 0 }],
  });
};

/** Creates an order with long texts, a completed payment and a payment that awaits confirmation. */
export const createLongOrder = async (operator: ApiUser, manager: ApiUser, courier: ApiUser): Promise<number> => {
  const { id } = await operator.order({
    deliveryAddress: "проспект Академика Новожилова-Преображенского",
    deliveryAddressBuilding: "117 корпус 12",
    deliveryAddressApartmentNumber: "1024",
    deliveryAddressEntrance: "12",
    deliveryAddressLevel: "24",
    deliveryChange: 5000,
    persons: 12,
    note: "Позвонить за полчаса, домофон не работает, встретит охрана у шлагбаума со стороны двора",
    tags: [1, 2, 3],
  });
  const address = `/api/Order/${id}/Company/1/Payment`;
  await manager.post(address, { payment: [{ paymentMethodId: 1, amount: 10 }] });
  await courier.post(address, { payment: [{ paymentMethodId: 1, amount: 20 }] });
  return id;
};
