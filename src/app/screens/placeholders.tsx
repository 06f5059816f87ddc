import { Link } from "../ui/Link.tsx";

const Page = ({ title, text }: { title: string; text: string }) => (
  <section className="mx-auto mt-16 max-w-md text-center">
    <h1>{title}</h1>
    <p className="my-3 text-muted">{text}</p>
    <Link href="/" className="btn btn-primary">
      На главную
    </Link>
  </section>
);

/** A screen of the product that is not built yet says so. */
export const Coming = () => (
  <Page
    title="Раздел готовится"
    text="Этого раздела ещё нет в программе. Он появится в одном из следующих обновлений."
  />
);

/** For a path that leads nowhere. */
export const NotFound = () => (
  <Page title="Страница не найдена" text="Проверьте адрес: такой страницы нет или она была убрана." />
);
