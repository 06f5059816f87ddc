import { useSelector } from "@xstate/react";
import { useServices } from "../services/context.ts";

/** Warning that is shown while the server is unreachable. */
export const ConnectionStrip = () => {
  const isAway = useSelector(useServices().connectivity, (state) => state.matches("away"));
  return (
    <div role="status">
      {isAway && (
        <p className="bg-warning-weak px-5 py-1.5 text-sm text-warning">
          Нет связи с сервером. Работайте дальше: введённое хранится на этом компьютере, связь проверяется сама.
        </p>
      )}
    </div>
  );
};
