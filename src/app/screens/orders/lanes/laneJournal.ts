import type { DraftCall } from "#machines/orders/editor/draft.ts";
import type { Lane } from "#machines/orders/lanes/callLanes.machine.ts";
import { newOrderPath, readCall } from "./laneAddress.ts";

const nameOf = (userId: number, companyId: number): string => `lanes ${userId} ${companyId}`;

/** Reads the calls of the lanes that were open in this browser tab. A lane without a call is null. */
export const readLanes = (userId: number, companyId: number): readonly (DraftCall | null)[] => {
  const stored: unknown = JSON.parse(sessionStorage.getItem(nameOf(userId, companyId)) ?? "[]");
  return Array.isArray(stored) ? stored.map((path) => readCall(new URL(String(path), location.href).search)) : [];
};

/**
 * Stores the URLs of the lanes in this browser tab, so that a reload opens the lanes again. Blank lanes are left out.
 */
export const storeLanes = (userId: number, companyId: number, lanes: readonly Lane[]): void =>
  sessionStorage.setItem(
    nameOf(userId, companyId),
    JSON.stringify(lanes.flatMap(({ isBlank, call }) => (isBlank ? [] : [newOrderPath(companyId, call)]))),
  );
