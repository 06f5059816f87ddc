const frameless = /^\/(PreBill\/|machines$)|\/Kitchen\/Display$/i;

/**
 * Returns true if the screen of a path is shown without the frame: printed bills, the kitchen display and the
 * inspector.
 */
export const isFrameless = (path: string): boolean => frameless.test(path);
