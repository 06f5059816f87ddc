type Table = Record<string, unknown>;

/** Mutant of a machine's configuration. */
interface Fault {
  /** Location and kind of the mutation, for example `editing · order.save · guard isUnchanged dropped`. */
  readonly name: string;
  readonly plant: () => void;
}

const isTable = (value: unknown): value is Table =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Copies objects and arrays recursively. Functions and machines are shared with the original. */
const copyValue = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(copyValue);
  return isTable(value) ? copyTable(value) : value;
};

const copyTable = <Shape extends object>(table: Shape): Shape => {
  const copied = { ...table };
  for (const [key, value] of Object.entries(table)) Reflect.set(copied, key, copyValue(value));
  return copied;
};

const nameOf = (named: unknown): string =>
  String(isTable(named) || typeof named === "function" ? (Reflect.get(named, "type") ?? "combined") : named);

/** Returns one mutant for each action in a list. The mutant lacks this action. */
const dropsOfActions = (owner: Table, key: string, path: string): Fault[] => {
  const actions = [owner[key] ?? []].flat();
  return actions.map((action, at) => ({
    name: `${path} · action ${nameOf(action)} dropped`,
    plant: () => {
      owner[key] = actions.filter((_, index) => index !== at);
    },
  }));
};

/**
 * Returns the mutants of the transitions in one property. Each mutant lacks a guard, an action or a whole transition.
 */
const faultsOfTransitions = (owner: Table, key: string, path: string): Fault[] => {
  const branches = [owner[key]].flat().map((branch) => (isTable(branch) ? branch : { target: branch }));
  owner[key] = branches;
  return branches.flatMap((branch, at) => {
    const place = branches.length > 1 ? `${path} ${at + 1}` : path;
    const guard = branch["guard"];
    return [
      {
        name: `${place} · transition dropped`,
        plant: () => {
          owner[key] = branches.filter((_, index) => index !== at);
        },
      },
      ...(guard === undefined
        ? []
        : [
            {
              name: `${place} · guard ${nameOf(guard)} dropped`,
              plant: () => {
                delete branch["guard"];
              },
            },
          ]),
      ...dropsOfActions(branch, "actions", place),
    ];
  });
};

const faultsOfState = (state: unknown, path: string): Fault[] => {
  if (!isTable(state)) return [];
  const faults: Fault[] = [];
  for (const key of ["entry", "exit"]) faults.push(...dropsOfActions(state, key, `${path} · ${key}`));
  for (const key of ["on", "after"]) {
    const table = state[key];
    if (isTable(table))
      for (const event of Object.keys(table)) faults.push(...faultsOfTransitions(table, event, `${path} · ${event}`));
  }
  for (const key of ["always", "onDone"])
    if (state[key] !== undefined) faults.push(...faultsOfTransitions(state, key, `${path} · ${key}`));
  for (const invoked of [state["invoke"] ?? []].flat().filter(isTable))
    for (const key of ["onDone", "onError"])
      if (invoked[key] !== undefined)
        faults.push(...faultsOfTransitions(invoked, key, `${path} · ${nameOf(invoked["src"])} ${key}`));
  const states = state["states"];
  if (isTable(states))
    for (const [name, inner] of Object.entries(states))
      faults.push(...faultsOfState(inner, path ? `${path}.${name}` : name));
  return faults;
};

/** Returns the names of all mutants of a machine's configuration. */
export const listFaults = (config: object): string[] =>
  faultsOfState(copyTable(config), "").map(({ name }) => name.replace(/^ · /, ""));

/**
 * Returns the mutant with the given index, which is a changed copy of the machine's configuration. Throws if there
 * is no such mutant.
 */
export const plantFault = <Config extends object>(config: Config, index: number): Config => {
  const table = copyTable(config);
  const fault = faultsOfState(table, "")[index];
  if (!fault) throw new Error(`There is no fault ${index}`);
  fault.plant();
  return table;
};
