import { CopyDialog } from "../../ui/CopyDialog.tsx";

/**
 * Dialog with a one-time link by which a user sets a password or accepts an invitation. The link cannot be shown again
 * later.
 */
export const PasswordLinkDialog = ({ title, path, onClose }: { title: string; path: string; onClose: () => void }) => (
  <CopyDialog title={title} label="Ссылка для пароля" text={location.origin + path} onClose={onClose}>
    <p className="mb-3">Передайте ссылку самому пользователю. Она работает один раз, а показана только сейчас.</p>
  </CopyDialog>
);
