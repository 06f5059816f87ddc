import { uploadActors } from "#machines/files/upload.actors.ts";
import { createUploadFetch } from "../http/xhrUpload.ts";
import { useServices } from "../services/context.ts";
import { PictureBox, type PictureChoice, type PictureFieldProps } from "./PictureBox.tsx";

/** Picture that is uploaded as soon as it is chosen; the save of its record sends its id. Reads `storedUrl` and `companyId` once. */
export const ImageField = ({
  companyId,
  ...field
}: PictureFieldProps & {
  /** Undefined for a company that is not created yet. */
  companyId: number | undefined;
  onChange: (choice: PictureChoice) => void;
}) => {
  const { api, fetchBy } = useServices();
  return <PictureBox {...field} createActors={() => uploadActors(api, companyId, createUploadFetch(fetchBy))} />;
};
