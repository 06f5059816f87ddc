import { Spinner } from "./Spinner.tsx";

/** In the place of a screen whose code is still to come. */
export const Waiting = () => (
  <div className="flex justify-center p-10 text-muted">
    <Spinner />
  </div>
);
