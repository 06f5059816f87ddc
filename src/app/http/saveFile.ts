/** Downloads a Blob as a file with a name. Throws for other data. */
export const saveFile = (data: unknown, name: string): void => {
  if (!(data instanceof Blob)) throw new Error("There is no file to save");
  const address = URL.createObjectURL(data);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The URL is revoked late, because the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
