import type { Picture } from "#machines/files/picture.ts";

/**
 * Returns a text about a stored picture. It contains the end of the picture's URL, so that two pictures have different
 * texts.
 */
export const pictureText = ({ storedUrl }: Picture): string => (storedUrl ? `есть (№ ${storedUrl.slice(-4)})` : "нет");
