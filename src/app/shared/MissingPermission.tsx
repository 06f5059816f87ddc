import { missingPermission } from "../services/permissionReasons.ts";

/** Message that the user lacks a permission, with the person to ask for it. */
export const MissingPermission = ({ needs }: { needs: string }) => (
  <p className="text-sm text-muted">
    {missingPermission(needs)}. Если оно нужно вам для работы, обратитесь к администратору компании.
  </p>
);
