import { check, custom, type GenericSchema, pipe } from "valibot";
import type { Picture } from "#machines/files/picture.ts";

/** A picture of a form; one that is still being looked at holds the save up. */
export const pictureSchema: GenericSchema<Picture, Picture> = pipe(
  custom<Picture>((value) => typeof value === "object" && value !== null),
  check(({ isBusy }) => !isBusy, "Дождитесь, пока картинка откроется, или отмените выбор."),
);
