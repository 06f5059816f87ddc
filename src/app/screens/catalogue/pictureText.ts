import type { Picture } from "#machines/files/picture.ts";

/** Returns whether there is a picture, with the end of its address, so that two pictures differ. */
export const pictureText = ({ storedUrl }: Picture): string => (storedUrl ? `есть (№ ${storedUrl.slice(-4)})` : "нет");
