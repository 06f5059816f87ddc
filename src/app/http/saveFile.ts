/** Downloads a Blob as a file called `name`. Throws if the data are not a Blob. */
export const saveFile = (data: unknown, name: string): void => {
  if (!(data instanceof Blob)) throw new Error("There is no file to save");
  const address = URL.createObjectURL(data);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser reads the URL some time after the click, so the URL is revoked with a delay.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
