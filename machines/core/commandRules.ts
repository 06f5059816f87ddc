/**
 * Outcome of a rule for one row: the user may run the command, the command is shown but disabled, or the row has no
 * such command.
 */
type CommandState = "allowed" | "disabled" | "hidden";

/** Rules for the commands of a list, keyed by command. A command without a rule is allowed for every row. */
export type CommandRules<Row, Command extends string> = Readonly<Partial<Record<Command, (row: Row) => CommandState>>>;

/**
 * Returns the outcome of a command's rule for a row. A command without a rule is allowed. Used by the guards of the
 * list machines and by the tables.
 */
export const commandStateOf = <Row, Command extends string>(
  rules: CommandRules<Row, Command> | undefined,
  command: Command,
  row: Row,
): CommandState => rules?.[command]?.(row) ?? "allowed";

/** Returns a rule that allows a command for the rows for which `isFor` returns true, and hides it for other rows. */
export const hiddenUnless =
  <Row>(isFor: (row: Row) => boolean) =>
  (row: Row): CommandState =>
    isFor(row) ? "allowed" : "hidden";
