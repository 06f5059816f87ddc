/** Makes something once for each thing that it is made from, for as long as that lives: a machine takes longer to provide than to run. */
export const oncePer = <From extends object, Made>(make: (from: From) => Made): ((from: From) => Made) => {
  const made = new WeakMap<From, Made>();
  return (from) => {
    const known = made.get(from) ?? make(from);
    made.set(from, known);
    return known;
  };
};
