import type { Picture } from "#machines/files/picture.ts";

/**
 * Returns a text that describes a stored picture. The text contains the last characters of the URL, so that different
 * pictures have different texts.
 */
export const pictureText = ({ storedUrl }: Picture): string => (storedUrl ? `есть (№ ${storedUrl.slice(-4)})` : "нет");
