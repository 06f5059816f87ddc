import type { Command } from "../keyboard/commands.ts";

/** Command that copies the recorded steps on every screen, also while a dialog is open. */
export const copyTrailCommand: Command = {
  title: "Скопировать след для поддержки",
  keys: "Ctrl+.",
  scope: "always",
  run: async () => (await import("./copyTrail.ts")).copyTrail(),
};
