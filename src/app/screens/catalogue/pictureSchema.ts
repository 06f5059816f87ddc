import { check, custom, type GenericSchema, pipe } from "valibot";
import type { Picture } from "#machines/files/picture.ts";

/** Schema of a picture. A picture that is still being checked blocks the save. */
export const pictureSchema: GenericSchema<Picture, Picture> = pipe(
  custom<Picture>((value) => typeof value === "object" && value !== null),
  check(({ isBusy }) => !isBusy, "Дождитесь, пока картинка откроется, или отмените выбор."),
);
