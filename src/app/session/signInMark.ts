const KEY = "signedIn";

/** Stores a mark that the user has just signed in without a screen to return to. */
export const markSignIn = (): void => sessionStorage.setItem(KEY, "1");

/** Returns true on the home page that is opened after a sign-in. Deletes the mark. */
export const takeSignInMark = (): boolean => {
  const isMarked = sessionStorage.getItem(KEY) !== null;
  sessionStorage.removeItem(KEY);
  return isMarked;
};
