const frameless = /^\/(PreBill\/|machines$)|\/Kitchen\/Display$/i;

/** Returns true if the screen of a path has no frame: printed bills, the display of the kitchen and the inspector. */
export const isFrameless = (path: string): boolean => frameless.test(path);
