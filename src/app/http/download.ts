/** Hands a file out to be saved under a name. */
export const saveFile = (data: unknown, name: string): void => {
  if (!(data instanceof Blob)) throw new Error("There is no file to save");
  const address = URL.createObjectURL(data);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken the file over long before.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
