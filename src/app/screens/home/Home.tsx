import { useSelector } from "@xstate/react";
import { useServices } from "../../context.ts";
import { ErrorBox } from "../../ui/ErrorBox.tsx";
import { Link } from "../../ui/Link.tsx";
import { Spinner } from "../../ui/Spinner.tsx";

/** Home: each company with its state, payments of today and management (platform, section 2). */
export const Home = () => {
  const { shell } = useServices();
  const companies = useSelector(shell, ({ context }) => context.companies);
  const isKnown = useSelector(shell, (state) => state.hasTag("known"));
  const isFailed = useSelector(shell, (state) => state.hasTag("failed"));
  return (
    <>
      <header className="mb-3 flex items-center gap-3">
        <h1>Мои компании</h1>
        <span className="flex-1" />
        <Link href="/Company/New" className="btn btn-plain">
          Добавить компанию
        </Link>
      </header>
      {isFailed && <ErrorBox message="Не удалось загрузить компании. Пробуем ещё раз." />}
      {!isKnown && !isFailed && <Spinner />}
      {isKnown && companies.length === 0 && <p className="text-muted">Компаний пока нет. Добавьте первую.</p>}
      <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {companies.map(({ id, name }) => (
          <li key={id} className="card">
            <h2 className="mb-2 text-lg font-semibold">{name}</h2>
            <div className="flex flex-wrap gap-2">
              <Link href={`/Company/${id}`} className="btn btn-primary">
                Открытые заказы
              </Link>
              <Link href={`/Company/${id}/Dashboard`} className="btn btn-plain">
                Состояние
              </Link>
              <Link href={`/Company/${id}/Payment`} className="btn btn-plain">
                Принято оплат сегодня
              </Link>
              <Link href={`/Company/${id}/Operations`} className="btn btn-plain">
                Управление
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
};
