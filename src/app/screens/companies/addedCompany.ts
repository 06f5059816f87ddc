const KEY = "addedCompany";

/** Stores the id of a company that the user has just added. */
export const markAddedCompany = (id: number): void => sessionStorage.setItem(KEY, String(id));

/** Returns the id of the company that the user has just added, or undefined. */
export const readAddedCompany = (): number | undefined => {
  const marked = sessionStorage.getItem(KEY);
  return marked === null ? undefined : Number(marked);
};

/** Deletes the stored id of the company that the user has just added. */
export const forgetAddedCompany = (): void => sessionStorage.removeItem(KEY);
