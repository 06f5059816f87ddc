import { CopyDialog } from "../../ui/CopyDialog.tsx";

/** Shows a one-time link to set a password, this once; `path` is the server's. */
export const LinkOnce = ({ title, path, onClose }: { title: string; path: string; onClose: () => void }) => (
  <CopyDialog title={title} label="Ссылка для пароля" text={location.origin + path} onClose={onClose}>
    <p className="mb-3">
      Передайте ссылку самому пользователю. Она работает один раз и сутки, а показана только сейчас.
    </p>
  </CopyDialog>
);
