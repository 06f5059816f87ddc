import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./App.tsx";
import { ServicesContext } from "./context.ts";
import { reportErrors } from "./errors.ts";
import { startServices } from "./services.ts";

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
};

if (localStorage.getItem("session")) start();
