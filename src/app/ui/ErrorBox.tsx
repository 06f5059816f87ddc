import type { ReactNode } from "react";

/** Alert with an error message and a heading, by default 'Ошибка'. The children are buttons. */
export const ErrorBox = ({
  title = "Ошибка",
  message,
  children,
}: {
  title?: string;
  message: string | undefined;
  children?: ReactNode;
}) => (
  <div
    role="alert"
    className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-negative bg-negative-weak px-3 py-2 text-sm text-negative"
  >
    <div className="min-w-0 flex-1 wrap-anywhere">
      <strong className="block font-semibold">{title}</strong>
      {message}
    </div>
    {children}
  </div>
);
