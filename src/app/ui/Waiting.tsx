import { Spinner } from "./Spinner.tsx";

/** Spinner that is shown instead of a screen while the code of the screen is loading. */
export const Waiting = () => (
  <div className="flex justify-center p-10 text-muted">
    <Spinner />
  </div>
);
