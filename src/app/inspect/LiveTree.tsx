import { type LiveActor, treeOf } from "#machines/inspector/inspector.ts";

/** Tree of the running actors of each tab. A click on an actor shows the drawing of its machine. */
export const LiveTree = ({
  actors,
  chosen,
  onChoose,
}: {
  actors: readonly LiveActor[];
  chosen: LiveActor | undefined;
  onChoose: (actor: LiveActor) => void;
}) => {
  const tabs = [...new Set(actors.map(({ tab }) => tab))];
  return (
    <section aria-label="Работают сейчас" className="grid min-w-0 gap-1">
      <h2 className="mt-3 font-semibold">Работают сейчас: {actors.length}</h2>
      {tabs.map((tab) => (
        <div key={tab}>
          <h3 className="text-xs text-muted">Вкладка {tab}</h3>
          {treeOf(actors, tab).map(({ actor, depth }) => (
            <button
              key={actor.session}
              type="button"
              title={`${actor.session} ${actor.title}`}
              aria-current={actor === chosen || undefined}
              className="block w-full truncate rounded-md px-1 text-left font-mono text-xs hover:bg-sunken aria-[current]:bg-accent-weak"
              style={{ paddingLeft: `${4 + depth * 12}px` }}
              onClick={() => onChoose(actor)}
            >
              {actor.machine}{" "}
              <span className="text-muted">
                {actor.title} {actor.states.at(-1)?.split(".").at(-1)}
              </span>
            </button>
          ))}
        </div>
      ))}
    </section>
  );
};
