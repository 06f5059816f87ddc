/** A permission of the catalogue; 'bool' ones are held or not, an 'int' one sets a limit. */
interface Permission {
  readonly name: string;
  readonly title: string;
  readonly type: "bool" | "int";
}

/** Every permission that a role can give (decisions, section 4). */
export const permissionCatalogue: readonly Permission[] = [
  { name: "order.view", title: "Видеть заказы", type: "bool" },
  { name: "order.create", title: "Принимать заказы", type: "bool" },
  { name: "order.edit", title: "Изменять заказы", type: "bool" },
  { name: "order.editForeign", title: "Изменять чужие заказы", type: "bool" },
  { name: "order.changeStatus", title: "Менять статус заказа", type: "bool" },
  { name: "order.history", title: "Видеть историю заказа", type: "bool" },
  { name: "payment.accept", title: "Принимать оплату", type: "bool" },
  { name: "payment.confirm", title: "Подтверждать оплату", type: "bool" },
  { name: "payment.reject", title: "Возвращать и отклонять оплату", type: "bool" },
  { name: "payment.external", title: "Выставлять счета", type: "bool" },
  { name: "discount.apply", title: "Давать скидку", type: "bool" },
  { name: "discount.maxPercent", title: "Наибольшая скидка, %", type: "int" },
  { name: "catalogue.view", title: "Видеть меню", type: "bool" },
  { name: "catalogue.edit", title: "Изменять меню", type: "bool" },
  { name: "settings.edit", title: "Настраивать компанию", type: "bool" },
  { name: "stock.view", title: "Видеть склад", type: "bool" },
  { name: "stock.edit", title: "Вести склад", type: "bool" },
  { name: "supplier.edit", title: "Вести поставщиков", type: "bool" },
  { name: "call.view", title: "Видеть звонки", type: "bool" },
  { name: "customer.view", title: "Видеть клиентов", type: "bool" },
  { name: "report.view", title: "Видеть отчёты", type: "bool" },
  { name: "finance.view", title: "Видеть финансы", type: "bool" },
  { name: "print.use", title: "Печатать", type: "bool" },
  { name: "company.edit", title: "Изменять компанию", type: "bool" },
  { name: "user.manage", title: "Управлять сотрудниками", type: "bool" },
  { name: "role.manage", title: "Управлять ролями", type: "bool" },
];

const all = permissionCatalogue.map(({ name }) => name);

const granting = (names: readonly string[], maxPercent: number): Record<string, number> => ({
  ...Object.fromEntries(names.map((name) => [name, 1])),
  ...(maxPercent > 0 && { "discount.maxPercent": maxPercent }),
});

const without = (...names: string[]): string[] =>
  all.filter((name) => !names.includes(name) && name !== "discount.maxPercent");

/** The roles that ship with the server; their ids never change. */
export const publicRoles = [
  { id: 1, name: "Администратор компании", permissions: granting(without(), 100) },
  { id: 2, name: "Менеджер", permissions: granting(without("company.edit", "user.manage", "role.manage"), 50) },
  {
    id: 3,
    name: "Оператор",
    permissions: granting(
      [
        "order.view",
        "order.create",
        "order.edit",
        "order.changeStatus",
        "order.history",
        "payment.accept",
        "payment.confirm",
        "payment.external",
        "discount.apply",
        "catalogue.view",
        "customer.view",
        "call.view",
        "print.use",
      ],
      20,
    ),
  },
  {
    id: 4,
    name: "Кассир",
    permissions: granting(
      [
        "order.view",
        "order.changeStatus",
        "order.history",
        "payment.accept",
        "payment.confirm",
        "payment.reject",
        "payment.external",
        "catalogue.view",
        "customer.view",
        "print.use",
      ],
      0,
    ),
  },
  {
    id: 5,
    name: "Кухня",
    permissions: granting(["order.view", "order.changeStatus", "catalogue.view", "stock.view", "print.use"], 0),
  },
  { id: 6, name: "Курьер", permissions: granting(["order.view", "order.changeStatus", "payment.accept"], 0) },
] as const;
