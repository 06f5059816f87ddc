import type { ReactNode } from "react";

interface CountRow {
  readonly key: string;
  readonly name: ReactNode;
  readonly views: number;
  readonly users: number;
}

/** Views and users by something, with a bar behind each share. */
export const CountTable = ({ head, rows }: { head: string; rows: readonly CountRow[] }) => {
  const most = Math.max(1, ...rows.map(({ views }) => views));
  return (
    <table className="table">
      <caption className="sr-only">Просмотры: {head.toLowerCase()}</caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          <th scope="col" className="max-[700px]:hidden">
            <span className="sr-only">Доля</span>
          </th>
          <th scope="col" className="num">
            Просмотры
          </th>
          <th scope="col" className="num">
            Пользователи
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, views, users }) => (
          <tr key={key}>
            <td className="wrap-anywhere">{name}</td>
            <td className="w-1/3 max-[700px]:hidden">
              <svg aria-hidden viewBox="0 0 100 8" preserveAspectRatio="none" className="block h-2 w-full text-accent">
                <rect width={(views / most) * 100} height={8} fill="currentColor" />
              </svg>
            </td>
            <td className="num">{views}</td>
            <td className="num">{users}</td>
          </tr>
        ))}
        {rows.length === 0 && (
          <tr>
            <td colSpan={4} className="py-8 text-center text-muted">
              За это время просмотров не было.
            </td>
          </tr>
        )}
      </tbody>
    </table>
  );
};
