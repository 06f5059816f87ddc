import type { Schemas } from "#api/client.ts";
import { mutationMachineOf } from "#machines/core/mutation.machine.ts";
import type { MutationReport } from "#machines/core/mutation.ts";

/** Part of a company that can be copied. */
export type CopyPart = Schemas["CompanyCopyPart"];

/** Company from which the user may copy, and the parts that the user may copy from it. */
export interface CopySource {
  readonly id: number;
  readonly name: string;
  readonly parts: readonly CopyPart[];
}

/** All parts of a company that can be copied, in the sequence in which the dialog lists them. */
export const copyParts: readonly CopyPart[] = ["orderStatuses", "paymentMethods", "tags", "menu", "discounts"];

const has = ({ permissions }: Schemas["Company"], permission: string): boolean => (permissions?.[permission] ?? 0) > 0;

/**
 * Returns the companies from which the user may copy to the target company `companyId`. The user must have the
 * permission to change the settings of the target and to view the orders of the source. The menu also requires the
 * permission to change the catalogue of the target and to view the catalogue of the source.
 */
export const listCopySources = (companies: readonly Schemas["Company"][], companyId: number): CopySource[] => {
  const target = companies.find(({ id }) => id === companyId);
  if (!target || !has(target, "settings.edit")) return [];
  const mayCopyMenu = (source: Schemas["Company"]) => has(target, "catalogue.edit") && has(source, "catalogue.view");
  return companies
    .filter((source) => source.id !== companyId && has(source, "order.view"))
    .map((source) => ({
      id: source.id,
      name: source.name,
      parts: copyParts.filter((part) => part !== "menu" || mayCopyMenu(source)),
    }));
};

/** Request to copy parts of a company to another company. */
export interface CopyRequest {
  readonly companyId: number;
  readonly fromCompanyId: number;
  readonly parts: readonly CopyPart[];
}

/** Numbers of added, existing and unresolved entries by kind. */
export type CopyReport = Schemas["CompanyCopyReport"];

/** Mutation that copies parts of a company. */
export const copyMutationMachine = mutationMachineOf<CopyRequest, CopyReport, never>();

/** Events that the mutation sends to the machine of the dialog. */
export type CopyMutationReport = MutationReport<CopyReport, never>;

/** Choice of the user: the other company and the parts. */
export interface CopyChoice {
  readonly source: CopySource | undefined;
  readonly parts: readonly CopyPart[];
}

/** Reason why the user cannot copy: no company or no part is chosen. */
export type CopyReason = "noCompany" | "noParts";

/** Returns the reason why the user cannot copy, or undefined if the choice is complete. */
export const reasonNotToCopy = ({ source, parts }: CopyChoice): CopyReason | undefined => {
  if (!source) return "noCompany";
  return parts.length === 0 ? "noParts" : undefined;
};
