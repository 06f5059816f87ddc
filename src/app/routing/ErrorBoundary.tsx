import { Component, type ContextType, type ReactNode } from "react";
import { ServicesContext } from "../services/context.ts";
import { reportError } from "../services/errorReporting.ts";
import { Button } from "../ui/Button.tsx";
import { chunkFailure } from "./chunkTimeout.ts";
import { retryFailedChunks } from "./lazyComponent.ts";

const NOT_LOADED = "Не удалось загрузить часть приложения";

const words = {
  missing: [NOT_LOADED, "Файл не загрузился: вышла новая версия или пропала связь."],
  timeout: [NOT_LOADED, "Сервер не ответил за 2 минуты."],
  other: ["Что-то пошло не так", "Мы уже получили сообщение об ошибке."],
} as const;

/** Catches what a screen throws, so that the frame around it goes on; `place` changes with the screen and clears the error, a part that did not come is asked for again when calls are answered again. */
export class ErrorBoundary extends Component<{ place: string; children: ReactNode }, { error: Error | undefined }> {
  static override contextType = ServicesContext;
  declare context: ContextType<typeof ServicesContext>;
  override state: { error: Error | undefined } = { error: undefined };
  #leave: (() => void) | undefined;

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidMount() {
    const subscription = this.context?.connectivity.on("network.online", () => {
      if (this.state.error && chunkFailure(this.state.error)) this.#clear();
    });
    this.#leave = () => subscription?.unsubscribe();
  }

  override componentWillUnmount() {
    this.#leave?.();
  }

  #clear() {
    retryFailedChunks();
    this.setState({ error: undefined });
  }

  override componentDidCatch(error: Error) {
    reportError(error);
  }

  override componentDidUpdate(before: { place: string }) {
    if (before.place !== this.props.place && this.state.error) this.#clear();
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    const [title, text] = words[chunkFailure(error) ?? "other"];
    return (
      <section role="alert" className="mx-auto mt-16 max-w-md text-center">
        <h1>{title}</h1>
        <p className="my-3 text-muted">{text} Обновите страницу; черновик заказа сохранён.</p>
        <Button kind="primary" onClick={() => location.reload()}>
          Обновить страницу
        </Button>
      </section>
    );
  }
}
