/** Downloads `data` as a file with the given name. Throws if `data` is not a Blob. */
export const saveFile = (data: unknown, name: string): void => {
  if (!(data instanceof Blob)) throw new Error("There is no file to save");
  const address = URL.createObjectURL(data);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the URL some time after the click. The URL is therefore revoked only after a minute.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
