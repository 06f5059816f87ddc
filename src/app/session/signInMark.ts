const KEY = "signedIn";

/** Stores a mark that the user has just signed in. Called if there is no screen to return to. */
export const markSignIn = (): void => sessionStorage.setItem(KEY, "1");

/** Returns true if the home page was opened directly after a sign-in. Deletes the mark. */
export const takeSignInMark = (): boolean => {
  const isMarked = sessionStorage.getItem(KEY) !== null;
  sessionStorage.removeItem(KEY);
  return isMarked;
};
