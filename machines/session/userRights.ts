/** Name in `Permissions` for the rights of a system administrator. These rights are not a permission of a company. */
export const SYSTEM_ADMIN = "systemAdmin";

/** Name in `Permissions` for the right to create companies. A system administrator gives this right to a user. */
export const CREATE_COMPANY = "company.create";
