import { Component, type ReactNode } from "react";
import { reportError } from "./errors.ts";
import { Button } from "./ui/Button.tsx";

const isChunkFailure = (error: Error): boolean =>
  /dynamically imported module|Importing a module script failed|Loading chunk|error loading/i.test(error.message);

const textOf = (error: Error): { title: string; text: string } =>
  isChunkFailure(error)
    ? {
        title: "Не удалось загрузить часть приложения",
        text: "Возможно, пропала связь или вышла новая версия. Обновите страницу; черновик заказа сохранён.",
      }
    : {
        title: "Что-то пошло не так",
        text: "Мы уже получили сообщение об ошибке. Обновите страницу; черновик заказа сохранён.",
      };

/** Catches what a screen throws, so that the frame around it goes on; `place` changes with the screen and clears the error. */
export class ErrorBoundary extends Component<{ place: string; children: ReactNode }, { error: Error | undefined }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error) {
    reportError(error);
  }

  override componentDidUpdate(before: { place: string }) {
    if (before.place !== this.props.place && this.state.error) this.setState({ error: undefined });
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const { title, text } = textOf(error);
    return (
      <section role="alert" className="mx-auto mt-16 max-w-md text-center">
        <h1>{title}</h1>
        <p className="my-3 text-muted">{text}</p>
        <Button kind="primary" onClick={() => location.reload()}>
          Обновить страницу
        </Button>
      </section>
    );
  }
}
