import type { Schemas } from "#api/client.ts";
import { isPermitted } from "#machines/session/permissions.ts";
import { type CompanyAccess, type SideIconName, sidebarLinks } from "../frame/sidebarLinks.ts";

/** Screen of a company, as listed in menus and in the command palette. */
export interface CompanyScreen {
  readonly title: string;
  /** Path relative to the company's path, without a leading slash. */
  readonly path: string;
  /** Permissions that the screen requires. */
  readonly needs: readonly string[];
  /** True if the screen belongs to the settings. The settings have their own menu. */
  readonly isSetting: boolean;
  /** Module to which the screen belongs. Menus hide the screen while this module is off. */
  readonly module?: Schemas["ModuleName"];
  /** Sentence that describes the screen. */
  readonly about: string;
  /** Synonyms by which the search finds the screen. */
  readonly words: string;
}

/** Titled group of screens. */
export interface ScreenGroup {
  readonly title: string;
  readonly screens: readonly CompanyScreen[];
}

const screen = (
  title: string,
  path: string,
  needs: string,
  about: string,
  words: string,
  module?: Schemas["ModuleName"],
): CompanyScreen => ({
  title,
  path,
  needs: needs.split(" ").filter(Boolean),
  isSetting: false,
  about,
  words,
  ...(module && { module }),
});

const setting = (...facts: Parameters<typeof screen>): CompanyScreen => ({ ...screen(...facts), isSetting: true });

/** Returns the screen that the sidebar link with this icon opens. Throws if the sidebar has no such link. */
const sidebarScreen = (icon: SideIconName, about: string, words: string): CompanyScreen => {
  const link = sidebarLinks.find((one) => one.icon === icon);
  if (!link) throw new Error(`The sidebar has no link ${icon}`);
  return screen(link.title, link.path.slice(1), link.needs ?? "", about, words, link.module);
};

/** Groups of the operations board, in the documented sequence (platform, section 2). */
export const screenGroups: readonly ScreenGroup[] = [
  {
    title: "Основные операции",
    screens: [
      sidebarScreen("new", "Принять заказ по телефону или у стойки.", "создать оформить добавить"),
      screen("Принято оплат сегодня", "Payment", "payment.accept", "Оплаты дня по способам.", "деньги касса выручка"),
    ],
  },
  {
    title: "Настройки компании",
    screens: [
      setting("Категории", "Category", "catalogue.view", "Разделы меню и их порядок.", "группы блюд каталог"),
      setting(
        "Позиции меню",
        "Item",
        "catalogue.view",
        "Блюда и товары: цена, состав, добавки.",
        "каталог прайс модификаторы импорт excel рецепты",
      ),
      setting(
        "Статусы заказов",
        "OrderStatus",
        "order.view",
        "Шаги заказа от приёма до закрытия.",
        "этапы стадии состояния",
      ),
      setting("Теги", "Tag", "order.view", "Цветные пометки на заказах.", "метки ярлыки"),
      setting("Скидки", "Discount", "order.view", "Скидки на заказ, категорию или блюдо.", "акции проценты скидок"),
      setting(
        "Виды списков заказов",
        "UserView",
        "order.view",
        "Свои столбцы, отбор и порядок заказов.",
        "представления фильтры сохранённые",
      ),
      setting(
        "Телефоны операторов",
        "OperatorPhone",
        "settings.edit",
        "Аппараты, с которых программа узнаёт о звонках.",
        "атс линия звонок приложение подключить",
        "calls",
      ),
      setting(
        "Способы оплаты",
        "PaymentMethod",
        "order.view",
        "Чем платят гости: наличные, карта, счёт.",
        "деньги безналичные терминал",
      ),
      setting(
        "Внешние способы оплаты",
        "PaymentMethodExternal",
        "settings.edit",
        "Оплата по ссылке через ЮKassa.",
        "юкасса yookassa эквайринг онлайн интернет",
        "externalPayment",
      ),
      setting(
        "Дополнительные поля",
        "CustomField",
        "",
        "Свои поля у категорий, позиций и статусов.",
        "реквизиты свойства",
      ),
      setting(
        "Данные компании",
        "Edit",
        "",
        "Название, адрес, логотип и часы работы.",
        "профиль реквизиты телефон сайт часовой пояс график",
      ),
      setting("Роли", "RoleCompany", "role.manage", "Кому что можно: наборы прав.", "доступ полномочия должности"),
      setting(
        "Сотрудники",
        "Employee",
        "user.manage",
        "Люди компании, их роли и приглашения.",
        "пользователи персонал команда операторы кассиры пригласить уволить",
      ),
      setting(
        "Разрешения",
        "Override",
        "override.grant",
        "Что разрешали сотрудникам в обход их прав.",
        "пин-код менеджер журнал",
        "overrides",
      ),
      setting(
        "Журнал изменений",
        "ConfigChange",
        "settings.edit",
        "Кто, когда и что изменил в настройках.",
        "история аудит лог правки",
      ),
    ],
  },
  {
    title: "Склад",
    screens: [
      sidebarScreen("stock", "Сколько товара есть, занято и доступно.", "остатки запасы"),
      screen(
        "Что заказать",
        "Stock/ToOrder",
        "stock.view",
        "Товары, которых осталось меньше минимума.",
        "закупка дефицит",
        "stock",
      ),
      screen(
        "Складские операции",
        "StockOperation",
        "stock.view",
        "Каждый приход и расход товара.",
        "движение история",
        "stock",
      ),
      setting("Товары склада", "StockItem", "catalogue.view", "Сырьё и товары, их единицы и состав.", "ингредиенты"),
      setting("Группы товаров", "StockGroup", "catalogue.view", "Какие группы есть и сколько в них товаров.", "виды"),
      screen(
        "Накладные",
        "PackingList",
        "stock.view",
        "Приход товара от поставщиков.",
        "поставка приёмка закупка",
        "suppliers",
      ),
      screen(
        "Списания и приготовления",
        "StockAct",
        "stock.view",
        "Акты: что испорчено и что приготовлено.",
        "порча заготовки полуфабрикаты",
        "stock",
      ),
      screen(
        "Перемещения",
        "TransferList",
        "stock.view",
        "Товар между своими компаниями.",
        "передача отправка",
        "stock",
      ),
      setting("Поставщики", "Supplier", "stock.view", "У кого компания покупает товар.", "контрагенты", "suppliers"),
    ],
  },
  {
    title: "Печать",
    screens: [
      setting(
        "Принтеры",
        "Printer",
        "print.use",
        "Устройства и что на каждом печатать.",
        "чеки предчеки бумага лента",
        "printing",
      ),
      setting(
        "Очередь печати",
        "Printer/Queue",
        "print.use",
        "Что напечатано, что ждёт и что не вышло.",
        "задания",
        "printing",
      ),
      setting(
        "Сведения о печати",
        "Printer/PrintInfo",
        "print.use",
        "Шапка и подвал предчека.",
        "чек шаблон отзыв",
        "printing",
      ),
    ],
  },
  {
    title: "Магазин",
    screens: [
      setting("Магазин", "Shop", "company.edit", "Сайт, на котором гости заказывают сами.", "витрина интернет", "shop"),
      setting(
        "Категории магазина",
        "Shop/Category",
        "company.edit",
        "Какие разделы видят гости и в каком порядке.",
        "витрина сайт меню",
        "shop",
      ),
    ],
  },
  {
    title: "Доставка",
    screens: [
      sidebarScreen("delivery", "Заказы без курьера и рейсы курьеров.", "развозка курьеры диспетчер"),
      setting(
        "Зоны доставки",
        "Delivery/Zone",
        "delivery.manage order.view",
        "Куда возят, сколько стоит и за какое время.",
        "районы карта цена адреса",
        "delivery",
      ),
      setting(
        "Настройки доставки",
        "Delivery/Settings",
        "delivery.manage order.view",
        "Какой статус получает заказ в пути и у гостя.",
        "курьеры статусы",
        "delivery",
      ),
    ],
  },
  {
    title: "Кухня",
    screens: [
      sidebarScreen("kitchen", "Что готовить сейчас и что уже готово.", "повара экран"),
      screen(
        "Стоп-лист",
        "Kitchen/Stop",
        "kitchen.cook",
        "Блюда, которых сегодня нет или мало.",
        "закончилось остаток",
        "stopList",
      ),
      setting(
        "Станции кухни",
        "Kitchen/Station",
        "kitchen.cook",
        "Рабочие места поваров и их категории.",
        "цеха повара",
        "kitchen",
      ),
      setting(
        "Настройки кухни",
        "Kitchen/Settings",
        "kitchen.cook order.view",
        "Когда заказ попадает на кухню и какой статус получает.",
        "повара статусы",
        "kitchen",
      ),
    ],
  },
  {
    title: "Модули",
    screens: [
      setting(
        "Настройка модулей",
        "ModuleConfiguration",
        "company.edit",
        "Какие части программы включены.",
        "включить выключить функции возможности",
      ),
    ],
  },
  {
    title: "Финансы",
    screens: [
      setting(
        "Источники финансов",
        "Finance/Source",
        "finance.view",
        "Кассы, счета и сейфы, где лежат деньги.",
        "кошельки банк",
        "finance",
      ),
      screen(
        "Движение денег",
        "Finance/Transaction",
        "finance.view",
        "Каждый приход, расход и перевод.",
        "операции платежи",
        "finance",
      ),
      screen(
        "Доходы и расходы",
        "Finance/Report",
        "finance.view",
        "Итоги периода по категориям.",
        "отчёт прибыль",
        "finance",
      ),
      setting(
        "Категории операций",
        "Finance/Category",
        "finance.view",
        "На что тратят и откуда получают.",
        "статьи затраты",
        "finance",
      ),
      setting(
        "Настройки финансов",
        "Finance/Settings",
        "finance.view",
        "Закрытый период и наличные только в смену.",
        "смены запрет дата",
        "finance",
      ),
      sidebarScreen("cashShift", "Кассовая смена: открыть, пересчитать, закрыть.", "наличные деньги смены"),
    ],
  },
  {
    title: "Инвентаризация",
    screens: [
      setting(
        "Группы инвентаризации",
        "InventoryGroup",
        "stock.view",
        "Что считать вместе и как часто.",
        "пересчёт расписание",
        "stock",
      ),
      screen(
        "Обзор инвентаризации",
        "Inventory/DashBoard",
        "stock.view",
        "Что пора считать и какие потери.",
        "пересчёт недостача",
        "stock",
      ),
      screen("Инвентаризации", "Inventory", "stock.view", "Все пересчёты склада.", "ревизия", "stock"),
    ],
  },
  {
    title: "Отчёты",
    screens: [
      sidebarScreen("report", "Выручка, блюда, сотрудники и скидки за период.", "статистика аналитика продажи"),
    ],
  },
];

/** Screens that are listed in the sidebar or on other screens, but not on the operations board. */
const otherScreens: readonly CompanyScreen[] = [
  sidebarScreen("day", "Итоги дня.", "выручка сводка дашборд"),
  sidebarScreen("board", "Заказы по статусам.", "канбан столбцы"),
  sidebarScreen("summary", "Все заказы дня.", "список"),
  sidebarScreen("medium", "Все заказы дня с подробностями.", "список"),
  sidebarScreen("sales", "Проданные блюда дня.", "реализация"),
  sidebarScreen("calendar", "Заказы и деньги по дням месяца.", "месяц"),
  sidebarScreen("customers", "Карточки клиентов.", "гости покупатели"),
  sidebarScreen("calls", "Звонки дня.", "телефон пропущенные"),
  sidebarScreen("myDelivery", "Доставки курьера.", "рейс смена"),
];

/** All screens of a company that are listed in menus. */
export const companyScreens: readonly CompanyScreen[] = [
  ...screenGroups.flatMap(({ screens }) => screens),
  ...otherScreens,
];

/**
 * Returns the screen of a route or of a path below a company's path. If the path has no screen, returns the closest
 * parent screen, or undefined if there is none.
 */
export const findCompanyScreen = (path: string): CompanyScreen | undefined =>
  companyScreens
    .filter((one) => `${path}/`.toLowerCase().startsWith(`${one.path}/`.toLowerCase()))
    .sort((one, other) => other.path.length - one.path.length)[0];

/**
 * Returns true if the user may open a screen and the module of the screen is on. While the permissions are loading, all
 * permissions are treated as granted.
 */
export const isScreenListed = ({ needs, module }: CompanyScreen, { permissions, modulesOff }: CompanyAccess): boolean =>
  needs.every((permission) => isPermitted(permissions, permission)) && !(module && modulesOff?.includes(module));

/**
 * Returns the groups of the operations board with the screens that the user may open and that `matches` accepts.
 * Groups without such a screen are left out.
 */
export const listedGroups = (access: CompanyAccess, matches: (screen: CompanyScreen) => boolean = () => true) =>
  screenGroups
    .map(({ title, screens }) => ({
      title,
      screens: screens.filter((one) => isScreenListed(one, access) && matches(one)),
    }))
    .filter(({ screens }) => screens.length > 0);
