import { useTitle } from "../../shared/useTitle.ts";

/** Page about the application: name, tagline and build version (platform, section 2). */
export const Info = () => {
  useTitle("О программе");
  return (
    <section className="mx-auto mt-12 max-w-md text-center">
      <h1>Заказы</h1>
      <p className="my-2 text-muted">Система учёта заказов</p>
      <p className="text-sm text-muted">Версия {import.meta.env.APP_VERSION}</p>
    </section>
  );
};
