import { useState } from "react";
import { uploadActors } from "#machines/files/upload.actors.ts";
import { uploadMachine } from "#machines/files/upload.machine.ts";
import { useServices } from "../context.ts";
import { reportingFetch } from "../upload.ts";
import { PictureBox, type PictureChoice, type Shown } from "./PictureBox.tsx";

/** A picture that is sent as soon as it is chosen; the record's save names it. Reads `storedUrl` and `companyId` once. */
export const ImageField = ({
  companyId,
  ...shown
}: Shown & {
  /** Without it the picture is for something that is yet to be added. */
  companyId: number | undefined;
  onChange: (choice: PictureChoice) => void;
}) => {
  const { api, fetchBy } = useServices();
  const [machine] = useState(() =>
    uploadMachine.provide({ actors: uploadActors(api, companyId, reportingFetch(fetchBy)) }),
  );
  return <PictureBox {...shown} machine={machine} />;
};
