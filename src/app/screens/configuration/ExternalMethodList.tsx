import { PlugZap } from "lucide-react";
import {
  type ExternalMethodCommand,
  type ExternalMethodRow,
  externalMethodDirectory,
} from "#machines/directory/descriptors/externalMethods.ts";
import { DirectoryList } from "../../directory/DirectoryList.tsx";
import type { ListColumn, RowCommandTexts } from "../../directory/listParts.ts";
import { editLink, removal } from "../../directory/rowActions.tsx";
import { Badge } from "../../ui/Badge.tsx";

const shopText = ({ provider, shopId }: ExternalMethodRow): string => {
  if (provider === "sandbox") return "—";
  return shopId ?? "общий магазин сервера";
};

const columns: readonly ListColumn<ExternalMethodRow>[] = [
  { head: "Название", cell: ({ name }) => name, narrow: "lead" },
  { head: "Система", cell: ({ provider }) => (provider === "sandbox" ? "учебная, без денег" : "ЮKassa") },
  { head: "Магазин", cell: shopText },
  { head: "Ключ", cell: ({ secretEnd }) => (secretEnd === null ? "—" : `…${secretEnd}`) },
  {
    head: "Состояние",
    cell: ({ isConfigured }) =>
      isConfigured ? <Badge colour="green">настроен</Badge> : <Badge colour="red">не настроен</Badge>,
    value: ({ isConfigured }) => (isConfigured ? "настроен" : "не настроен"),
  },
];

const commands: Readonly<Record<ExternalMethodCommand, RowCommandTexts<ExternalMethodRow>>> = {
  check: {
    label: "Проверить",
    icon: <PlugZap size={16} aria-hidden />,
    title: ({ name }) => `Проверить «${name}»?`,
    question: () => "Спросим платёжную систему, подходит ли ей магазин и ключ. Деньги не спишутся.",
    done: () => "Магазин и ключ подходят",
  },
  remove: removal<ExternalMethodRow>(
    "внешний способ оплаты",
    "Внешний способ оплаты удалён",
    () => "Принятые им оплаты можно будет вернуть и после удаления.",
  ),
};

/** List of a company's external payment methods (areas, section 5). */
export const ExternalMethodList = ({ companyId }: { companyId: number }) => {
  const path = `/Company/${companyId}/PaymentMethodExternal`;
  return (
    <DirectoryList
      descriptor={externalMethodDirectory}
      scope={{ companyId }}
      title="Внешние способы оплаты"
      add={{ label: "Добавить магазин", href: `${path}/New` }}
      columns={columns}
      open={({ id }) => `${path}/${id}/Edit`}
      links={[editLink(path)]}
      commands={commands}
      empty="Внешних способов оплаты нет. Добавьте магазин ЮKassa, чтобы выставлять счета."
    />
  );
};
