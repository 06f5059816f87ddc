import { lazyRoute, type Route, type RouteParams } from "../route.ts";

const loadList = async () => {
  const { CallList } = await import("../../screens/calls/CallList.tsx");
  return ({ params: { companyId } }: { params: RouteParams }) => (
    <CallList key={companyId} companyId={Number(companyId)} />
  );
};

/** Routes of the call list and of the guide that explains how to connect a phone (business, section 2). */
export const callRoutes: readonly Route[] = [
  lazyRoute("/Company/:companyId/Call", loadList, ({ companyId }) => [
    `/api/OperatorPhoneCall/Company/${companyId}/Summury`,
  ]),
  lazyRoute("/PhoneTracker", async () => (await import("../../screens/calls/PhoneTracker.tsx")).PhoneTracker),
];
