import type { ReactNode } from "react";
import { useWayBack } from "../../../shared/useLeaveGuard.ts";
import { useTitle } from "../../../shared/useTitle.ts";
import { Link } from "../../../ui/Link.tsx";

const Page = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => {
  useTitle(title);
  return (
    <section className="mx-auto mt-16 max-w-md text-center">
      <h1>{title}</h1>
      <p className="my-3 text-muted">{text}</p>
      <div className="flex flex-wrap justify-center gap-2">{children}</div>
    </section>
  );
};

const NotEditable = ({
  companyId,
  orderId,
  isClosed,
}: {
  companyId: number;
  orderId: number | null;
  isClosed: boolean;
}) => (
  <Page
    title={isClosed ? "Заказ закрыт" : "Заказ нельзя изменить"}
    text={isClosed ? "Закрытый заказ изменить нельзя." : "В нынешнем статусе заказ не редактируется."}
  >
    <Link className="btn btn-primary" href={`/Company/${companyId}/Order/${orderId}`}>
      Открыть заказ
    </Link>
    <Link className="btn btn-plain" href={`/Company/${companyId}`}>
      К открытым заказам
    </Link>
  </Page>
);

const Unknown = ({ companyId, orderId }: { companyId: number; orderId: number | null }) =>
  orderId === null ? (
    <Page title="Компания не найдена" text="Такой компании нет, или вы в ней не работаете.">
      <Link className="btn btn-primary" href="/">
        К моим компаниям
      </Link>
    </Page>
  ) : (
    <Page title="Заказ не найден" text="Такого заказа в этой компании нет. Проверьте номер.">
      <Link className="btn btn-primary" href={`/Company/${companyId}`}>
        К открытым заказам
      </Link>
    </Page>
  );

/**
 * Message that is shown instead of the order form, if the company or the order does not exist or the order cannot be
 * edited.
 */
export const NoForm = ({
  view,
  companyId,
  orderId,
}: {
  view: "unknown" | "closed" | "uneditable";
  companyId: number;
  orderId: number | null;
}) => {
  const hasNoCompany = view === "unknown" && orderId === null;
  useWayBack(hasNoCompany ? "/" : `/Company/${companyId}`, hasNoCompany ? "К моим компаниям" : "К открытым заказам");
  return view === "unknown" ? (
    <Unknown companyId={companyId} orderId={orderId} />
  ) : (
    <NotEditable companyId={companyId} orderId={orderId} isClosed={view === "closed"} />
  );
};
