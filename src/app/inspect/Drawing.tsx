import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "../ui/Button.tsx";
import styles from "./drawing.css?url";

const files = import.meta.glob<string>("../../../machines/diagrams/*.svg", { query: "?drawing", import: "default" });

const svgPathOf = (machine: string) => `../../../machines/diagrams/${machine}.svg`;

/** Names of the machines that have a drawing. */
export const drawnMachines: readonly string[] = Object.keys(files).map((path) => path.replace(/^.*\/|\.svg$/g, ""));

/**
 * Loads the drawing of a machine as an XML document. Rejects if the server sends no drawing. SVG text cannot be
 * inserted as markup, because the page's Trusted Types policy forbids it.
 */
const readDrawing = (address: string): Promise<Element> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.onerror = () => reject(new Error(`No drawing at ${address}`));
    request.onload = () => {
      const root = request.responseXML?.documentElement;
      if (root) resolve(root);
      else reject(new Error(`No drawing at ${address}`));
    };
    request.send();
  });

/** Loads the drawing of a machine. `load` loads it again after a failure. */
const useDrawing = (machine: string) => {
  const [drawing, setDrawing] = useState<Element>();
  const [hasFailed, setFailed] = useState(false);
  const load = useCallback(() => {
    setFailed(false);
    void files[svgPathOf(machine)]?.()
      .then(readDrawing)
      .then(setDrawing, () => setFailed(true));
  }, [machine]);
  useEffect(load, [load]);
  return { drawing, hasFailed, load };
};

const mark = (root: HTMLElement, prefix: string, ids: readonly string[], name: string) => {
  for (const id of ids) root.querySelector(`[id="${CSS.escape(prefix)} ${CSS.escape(id)}"]`)?.classList.add(name);
};

interface DrawingProps {
  machine: string;
  states: readonly string[];
  edges: readonly string[];
}

/** Drawing of a machine at 100 %. The React `key` must contain the machine, because changes of the machine are ignored. */
const UnscaledDrawing = ({ machine, states, edges }: DrawingProps) => {
  const box = useRef<HTMLDivElement>(null);
  const { drawing, hasFailed, load } = useDrawing(machine);
  const marks = useMemo(() => JSON.stringify([states, edges]), [states, edges]);
  useEffect(() => {
    const root = box.current;
    if (!root || !drawing) return;
    const copy = document.importNode(drawing, true);
    root.replaceChildren(copy);
    const [active, taken]: readonly string[][] = JSON.parse(marks);
    mark(root, "state", active ?? [], "is-active");
    mark(root, "edge", taken ?? [], "is-taken");
    const last = [...root.querySelectorAll(".is-active")].at(-1);
    last?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [drawing, marks]);
  if (hasFailed)
    return (
      <p role="alert" className="flex flex-wrap items-center gap-2 py-2">
        Схема не загрузилась. <Button onClick={load}>Повторить</Button>
      </p>
    );
  return <div ref={box} />;
};

/** Drawing of a machine. The active `states` and the transitions `edges` of the shown step are highlighted. */
export const Drawing = (props: DrawingProps) => {
  const [zoom, setZoom] = useState(100);
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      <label className="flex items-center gap-2 text-xs text-muted">
        Масштаб
        <input
          type="range"
          min={25}
          max={200}
          step={25}
          value={zoom}
          className="accent-accent"
          onChange={(event) => setZoom(Number(event.target.value))}
        />
        {zoom} %
      </label>
      <div className="max-h-[calc(100vh-120px)] overflow-auto">
        <div style={{ zoom: zoom / 100 }} className="w-max">
          <UnscaledDrawing key={props.machine} {...props} />
        </div>
      </div>
    </>
  );
};
