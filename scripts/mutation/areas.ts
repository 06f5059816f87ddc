/** Area of mutation testing: a folder of code, and machines. */
export interface MutationArea {
  readonly name: string;
  /** Folder with the code in which Stryker adds faults. */
  readonly folder: string;
  /** Ids of the machines in whose configurations faults are added. */
  readonly machines: readonly string[];
  /** Minimum fraction of the faults that the tests must detect, 0 to 1. */
  readonly gate: number;
}

/** Areas of mutation testing. Where money moves, the tests must detect every fault. */
export const areas: readonly MutationArea[] = [
  {
    name: "payments",
    folder: "machines/payments",
    machines: ["moneyDialog", "paymentForm", "invoiceForm", "confirmForm", "mutation"],
    gate: 1,
  },
  {
    name: "session",
    folder: "machines/session",
    machines: ["session", "request", "connectivity", "signIn"],
    gate: 0.9,
  },
  {
    name: "status change",
    folder: "machines/orders/status",
    machines: ["statusChange"],
    gate: 0.9,
  },
  {
    name: "order editor and drafts",
    folder: "machines/orders/editor",
    machines: ["orderEditor", "draftKeeper", "customerLookup", "addressSuggestions", "repeatOrder"],
    gate: 0.9,
  },
];
