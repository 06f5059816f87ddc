import { formatDateTime } from "#domain/format.ts";
import { DEFAULT_TIME_ZONE } from "#domain/zone.ts";
import { useTitle } from "../../shared/useTitle.ts";

/** Page about the application: name, tagline, version and build (platform, section 2). */
export const Info = () => {
  useTitle("О программе");
  return (
    <section className="mx-auto mt-12 max-w-md text-center">
      <h1>Заказы</h1>
      <p className="my-2 text-muted">Система учёта заказов</p>
      <p className="text-sm text-muted">Версия {import.meta.env.APP_VERSION}</p>
      <p className="text-sm text-muted">
        Сборка {import.meta.env.APP_BUILD && `${import.meta.env.APP_BUILD} `}от{" "}
        {formatDateTime(import.meta.env.APP_BUILD_DATE, DEFAULT_TIME_ZONE)}
      </p>
    </section>
  );
};
