import { companyScreens } from "../../routing/companyScreens.ts";

const names = new Map<string, string>([
  ...companyScreens.map(({ title, path }): [string, string] => [`/company/{id}/${path.toLowerCase()}`, title]),
  ["/", "Главная"],
  ["/info", "О программе"],
  ["/company", "Все компании"],
  ["/company/{id}", "Незакрытые заказы"],
  ["/company/{id}/board", "Доска заказов"],
  ["/company/{id}/operations", "Настройки компании"],
  ["/company/{id}/order", "Заказ"],
  ["/company/{id}/payment", "Оплаты"],
  ["/company/{id}/customer/duplicate", "Похожие клиенты"],
  ["/company/{id}/stock/{id}/minimum", "Минимальный остаток"],
  ["/company/{id}/kitchen/display", "Экран кухни"],
  ["/company/{id}/finance/shift/list", "Кассовые смены"],
  ["/company/{id}/finance/shift/handin", "Наличные сотрудников"],
  ["/companygroup", "Группы компаний"],
  ["/account", "Свой профиль"],
  ["/account/{id}", "Профиль"],
  ["/account/{id}/session", "Свои сессии"],
  ["/account/{id}/notification", "Свои уведомления"],
  ["/admin", "Администрирование"],
  ["/admin/account", "Все пользователи"],
  ["/admin/account/session", "Все сессии"],
  ["/admin/company", "Компании системы"],
  ["/admin/rolecompany", "Роли системы"],
  ["/admin/permission", "Права"],
  ["/admin/metric", "Статистика"],
  ["/admin/error", "Ошибки системы"],
  ["/admin/printer/queue", "Очередь печати всех компаний"],
  ["/admin/configchange", "Журнал системы"],
  ["/admin/notification/all", "Все уведомления"],
  ["/prebill/company/{id}/summury", "Предчеки"],
  ["/printcenter", "Центр печати"],
  ["/phonetracker", "Подключение телефона"],
  ["/feedback", "Центр вопросов"],
  ["/feedback/faq", "Частые вопросы"],
  ["/feedback/guest", "Отзывы гостей"],
  ["/feedback/guest/{id}/{id}", "Отзыв гостя"],
]);

/**
 * Patterns for the end of a path, each with the Russian word that is appended to the name of the list, for example
 * "Клиенты: изменение".
 */
const suffixes: readonly [RegExp, string][] = [
  [/\/(new|add)$/, "добавление"],
  [/\/\{id\}\/edit$/, "изменение"],
  [/\/\{id\}(\/detail)?$/, "просмотр"],
];

const findName = (path: string): string | undefined => {
  const name = names.get(path);
  if (name !== undefined) return name;
  for (const [end, suffix] of suffixes) {
    const list = names.get(path.replace(end, ""));
    if (list !== undefined) return `${list}: ${suffix}`;
  }
  return undefined;
};

/**
 * Returns the Russian name of a screen, given by its path with placeholders for ids. A path without a name is returned
 * unchanged.
 */
export const screenName = (screen: string): string => {
  const path = screen.toLowerCase();
  const companyName = findName(path.replace(/^\/companygroup(?=\/\{id\}\/)/, "/company"));
  return findName(path) ?? (companyName === undefined ? screen : `${companyName} (группа)`);
};
