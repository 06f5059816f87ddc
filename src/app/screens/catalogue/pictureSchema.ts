import { check, custom, type GenericSchema, pipe } from "valibot";
import type { Picture } from "#machines/files/picture.ts";

/** Validation schema of a picture field. The form cannot be saved while a chosen file is being checked. */
export const pictureSchema: GenericSchema<Picture, Picture> = pipe(
  custom<Picture>((value) => typeof value === "object" && value !== null),
  check(({ isBusy }) => !isBusy, "Дождитесь, пока картинка откроется, или отмените выбор."),
);
