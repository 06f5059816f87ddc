import { uploadActors } from "#machines/files/upload.actors.ts";
import { createUploadFetch } from "../http/xhrUpload.ts";
import { useServices } from "../services/context.ts";
import { PictureBox, type PictureChoice, type PictureFieldProps } from "./PictureBox.tsx";

/**
 * Picture field that uploads a chosen file immediately, so that the form saves the picture's id. Changes of `storedUrl`
 * and `companyId` after the first render have no effect.
 */
export const ImageField = ({
  companyId,
  ...field
}: PictureFieldProps & {
  /** Id of the company. Undefined if the company is not created yet. */
  companyId: number | undefined;
  onChange: (choice: PictureChoice) => void;
}) => {
  const { api, fetchBy } = useServices();
  return <PictureBox {...field} createActors={() => uploadActors(api, companyId, createUploadFetch(fetchBy))} />;
};
