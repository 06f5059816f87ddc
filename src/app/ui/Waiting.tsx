import { Spinner } from "./Spinner.tsx";

/** Spinner that is shown while the code of a screen is loading. */
export const Waiting = () => (
  <div className="flex justify-center p-10 text-muted">
    <Spinner />
  </div>
);
