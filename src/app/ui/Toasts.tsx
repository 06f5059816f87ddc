import { useSyncExternalStore } from "react";
import { Link } from "./Link.tsx";
import { toastStore } from "./toast.ts";

/** Live region that shows the current toasts. */
export const Toasts = () => {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.current);
  return (
    <div role="status" className="pointer-events-none fixed right-4 bottom-float z-50 flex flex-col gap-2">
      {toasts.map(({ id, text, listPath }) => (
        <p key={id} className="rounded-md border border-line bg-raised px-4 py-2.5 text-sm shadow-float">
          <span aria-hidden className="mr-2 text-positive">
            ✓
          </span>
          {text}
          {listPath && (
            <Link href={listPath} className="pointer-events-auto ml-3 underline">
              К списку
            </Link>
          )}
        </p>
      ))}
    </div>
  );
};
