import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { ServicesContext } from "./context.ts";
import { reportErrors } from "./errors.ts";
import { startServices } from "./services.ts";

/** How long after the page has come the remembered lists are asked for anew, milliseconds: the first rows go first. */
const AFTERWARDS_MS = 1_500;

const start = () => {
  const services = startServices();
  reportErrors(services.api);
  const root = document.getElementById("root");
  if (!root) throw new Error("The page has no root");
  createRoot(root).render(
    <StrictMode>
      <ServicesContext value={services}>
        <App />
      </ServicesContext>
    </StrictMode>,
  );
  setTimeout(() => {
    services.shell.send({ type: "shell.reload" });
    services.notifications.start();
  }, AFTERWARDS_MS);
};

if (localStorage.getItem("session")) start();
