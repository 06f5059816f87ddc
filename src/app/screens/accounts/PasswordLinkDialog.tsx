import { CopyDialog } from "../../ui/CopyDialog.tsx";

/** Dialog with a one-time link with which a user sets a password. The link is shown only once. */
export const PasswordLinkDialog = ({ title, path, onClose }: { title: string; path: string; onClose: () => void }) => (
  <CopyDialog title={title} label="Ссылка для пароля" text={location.origin + path} onClose={onClose}>
    <p className="mb-3">Передайте ссылку самому пользователю. Она работает один раз, а показана только сейчас.</p>
  </CopyDialog>
);
