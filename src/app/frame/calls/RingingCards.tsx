import { useSelector } from "@xstate/react";
import { useLayoutEffect, useRef } from "react";
import { createPortal } from "react-dom";
import type { ActorRefFrom } from "xstate";
import { cardId, nextCallId, type ringingCallsMachine } from "#machines/calls/ringingCalls.machine.ts";
import { RingingCard } from "./RingingCard.tsx";

const MAX_SHOWN = 3;

/**
 * Keeps the CSS variable `--calls` equal to the height of an element, so that the page leaves room for the element.
 * Returns a disposer.
 */
const reserveRoom = (element: HTMLElement): (() => void) => {
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => style.setProperty("--calls", `${element.offsetHeight}px`));
  observer.observe(element);
  return () => {
    observer.disconnect();
    style.removeProperty("--calls");
  };
};

/**
 * Cards of the ringing calls at the lower edge of the window, at most three, and the number of further calls. A new
 * card does not move the focus. The page ends above the cards, so that the cards cover no content.
 */
export const RingingCards = ({ calls }: { calls: ActorRefFrom<typeof ringingCallsMachine> }) => {
  const cards = useSelector(calls, ({ context }) => context.cards);
  const children = useSelector(calls, (snapshot) => snapshot.children);
  const bar = useRef<HTMLElement>(null);
  useLayoutEffect(() => (bar.current ? reserveRoom(bar.current) : undefined), []);
  const nextId = nextCallId(cards);
  return createPortal(
    <section
      ref={bar}
      aria-label="Входящие звонки"
      className="fixed inset-x-0 bottom-0 z-10 flex flex-wrap items-stretch gap-2 border-t border-line bg-sunken p-2 print:hidden"
    >
      {cards.slice(0, MAX_SHOWN).map(({ callId }, at) => {
        const card = children[cardId(callId)];
        return card && <RingingCard key={callId} card={card} isNext={callId === nextId} isFirst={at === 0} />;
      })}
      {cards.length > MAX_SHOWN && (
        <span className="self-center px-1 text-sm text-muted">ещё {cards.length - MAX_SHOWN}</span>
      )}
    </section>,
    document.body,
  );
};
