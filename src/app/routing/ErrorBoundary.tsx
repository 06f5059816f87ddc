import { Component, type ContextType, type ReactNode } from "react";
import { ServicesContext } from "../services/context.ts";
import { reportError } from "../services/errorReporting.ts";
import { Button } from "../ui/Button.tsx";
import { chunkFailure } from "./chunkTimeout.ts";
import { retryFailedChunks } from "./lazyComponent.ts";

const NOT_LOADED = "Не удалось загрузить часть приложения";

const texts = {
  missing: [NOT_LOADED, "Вышла новая версия или пропала связь."],
  timeout: [NOT_LOADED, "Сервер не ответил за 2 минуты."],
  other: ["Что-то пошло не так", "Мы уже знаем об ошибке."],
} as const;

interface ErrorBoundaryProps {
  /** Key of the content. A new value renders the children again after an error. */
  readonly resetKey: string;
  /** Content that replaces the children after an error. The default is an error message. */
  readonly fallback?: ReactNode;
  readonly children: ReactNode;
}

/**
 * Error boundary that reports an error and shows it in place of a screen, so that the frame stays usable. Code that
 * failed to load is requested again when the server becomes reachable or `resetKey` changes.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { error: Error | undefined }> {
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

  override componentDidUpdate(before: { resetKey: string }) {
    if (before.resetKey !== this.props.resetKey && this.state.error) this.#clear();
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (this.props.fallback) return this.props.fallback;
    const [title, text] = texts[chunkFailure(error) ?? "other"];
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
