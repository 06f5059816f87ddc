import { useHasExtensionFields } from "../../../services/useIsOffered.ts";
import { TextField } from "../../../ui/TextField.tsx";
import { useTextField } from "./useEditor.ts";

/** Field for the name of a new customer. It is shown only if the server stores the name. */
export const NameField = () => {
  const field = useTextField("customerName");
  const canStore = useHasExtensionFields();
  return canStore && <TextField {...field} label="Имя клиента" data-walk="" />;
};
