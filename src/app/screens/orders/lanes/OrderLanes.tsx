import { useSelector } from "@xstate/react";
import { Suspense, useEffect, useEffectEvent } from "react";
import { useLocation, useSearch } from "wouter";
import type { ActorRefFrom } from "xstate";
import { countPortions } from "#machines/orders/editor/draftEdits.ts";
import { isDirty } from "#machines/orders/editor/editorContext.ts";
import { callLanesMachine, type Lane, type LaneSummary, shownLane } from "#machines/orders/lanes/callLanes.machine.ts";
import { useCommands } from "../../../keyboard/commands.ts";
import { lazyComponent } from "../../../routing/lazyComponent.ts";
import { useServices } from "../../../services/context.ts";
import { useEmitted } from "../../../shared/useEmitted.ts";
import { useProvidedActor } from "../../../shared/useProvidedActor.ts";
import { tabId } from "../../../ui/Tabs.tsx";
import { toast } from "../../../ui/toast.ts";
import { EditorScreen } from "../editor/OrderEditor.tsx";
import type { EditorSnapshot } from "../editor/useEditor.ts";
import { useEditorMachine } from "../editor/useEditorMachine.ts";
import { laneName, newOrderPath, readCall } from "./laneAddress.ts";
import { readLanes, storeLanes } from "./laneJournal.ts";

const LaneTabs = lazyComponent("LaneTabs", () => import("./LaneTabs.tsx"));

type Lanes = ActorRefFrom<typeof callLanesMachine>;

/** Returns the draft of an editor, or the stored draft that the editor offers to continue. */
const draftOf = ({ draft, stored }: EditorSnapshot["context"]) => stored?.record.draft ?? draft;

const summaryOf = (snapshot: EditorSnapshot): LaneSummary => ({
  phone: draftOf(snapshot.context).phone,
  portions: countPortions(draftOf(snapshot.context)),
  isBlank: snapshot.matches("saved") || (snapshot.matches("editing") && !isDirty(snapshot.context)),
});

const isSameSummary = (one: LaneSummary, other: LaneSummary): boolean =>
  one.phone === other.phone && one.portions === other.portions && one.isBlank === other.isBlank;

/** Editor of the order in a lane. It keeps its draft while another lane is shown. */
const LaneEditor = ({
  companyId,
  lanes,
  lane: { id, call },
  isShown,
}: {
  companyId: number;
  lanes: Lanes;
  lane: Lane;
  isShown: boolean;
}) => {
  const editor = useEditorMachine(companyId, null, call);
  const summary = useSelector(editor, summaryOf, isSameSummary);
  useEffect(() => lanes.send({ type: "lane.describe", id, summary }), [lanes, id, summary]);
  if (!isShown) return null;
  return (
    <EditorScreen
      editor={editor}
      companyId={companyId}
      orderId={null}
      onNext={() => lanes.send({ type: "lane.renew", id })}
      onPark={() => lanes.send({ type: "lane.open", call: null })}
      onClose={() => lanes.send({ type: "lane.close", id })}
    />
  );
};

/**
 * Keeps the shown lane and the URL in sync. When the URL changes to another phone call, a lane for this call is opened.
 */
const useLaneAddress = (companyId: number, lanes: Lanes, shown: Lane | undefined) => {
  const search = useSearch();
  const [, navigate] = useLocation();
  const openCall = useEffectEvent((text: string) => {
    const call = readCall(text);
    if (newOrderPath(companyId, call) !== newOrderPath(companyId, shown?.call ?? null))
      lanes.send({ type: "lane.open", call });
  });
  useEffect(() => openCall(search), [search]);
  const path = newOrderPath(companyId, shown?.call ?? null);
  const showPath = useEffectEvent((to: string) => {
    if (newOrderPath(companyId, readCall(search)) !== to) navigate(to, { replace: true });
  });
  useEffect(() => showPath(path), [path]);
};

/**
 * Screen with the editors of new orders. The user can park an order and start another one, and a phone call gets its
 * own lane (areas, section 13, B4).
 */
export const OrderLanes = ({ companyId }: { companyId: number }) => {
  const { user } = useServices();
  const search = useSearch();
  const [, navigate] = useLocation();
  const lanes = useProvidedActor(callLanesMachine, () => ({}), {
    calls: readLanes(user.id, companyId),
    call: readCall(search),
  });
  const context = useSelector(lanes, (snapshot) => snapshot.context);
  const isSeveral = useSelector(lanes, (snapshot) => snapshot.matches("several"));
  const shown = shownLane(context);
  useLaneAddress(companyId, lanes, shown);
  useEffect(() => storeLanes(user.id, companyId, context.lanes), [user.id, companyId, context.lanes]);
  useEmitted(lanes, {
    "lanes.full": () => toast("Открыто шесть заказов: сохраните или закройте один из них."),
    "lanes.left": () => navigate(`/Company/${companyId}`),
  });
  useCommands([
    {
      title: "Отложить и принять другой заказ",
      keys: "Alt+N",
      run: () => lanes.send({ type: "lane.open", call: null }),
    },
  ]);
  return (
    <>
      {isSeveral && (
        <div className="mb-3 min-h-9 overflow-x-auto">
          <Suspense>
            <LaneTabs
              lanes={context.lanes}
              shownId={context.shownId}
              onShow={(id) => lanes.send({ type: "lane.show", id })}
            />
          </Suspense>
        </div>
      )}
      <div
        className={isSeveral ? "[--lanes:calc(48px_+_var(--calls))]" : undefined}
        {...(isSeveral && { role: "tabpanel", "aria-labelledby": tabId(laneName(context.shownId)) })}
      >
        {context.lanes.map((lane) => (
          <LaneEditor
            key={lane.id}
            companyId={companyId}
            lanes={lanes}
            lane={lane}
            isShown={lane.id === context.shownId}
          />
        ))}
      </div>
    </>
  );
};
