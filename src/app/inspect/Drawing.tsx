import { useEffect, useMemo, useRef, useState } from "react";
import styles from "./drawing.css?url";

const files = import.meta.glob<string>("../../../machines/diagrams/*.svg", { query: "?drawing", import: "default" });

const svgPathOf = (machine: string) => `../../../machines/diagrams/${machine}.svg`;

/** Names of the machines that have a drawing. */
export const drawnMachines: readonly string[] = Object.keys(files).map((path) => path.replace(/^.*\/|\.svg$/g, ""));

/**
 * Loads the drawing of a machine as an XML document. SVG text cannot be inserted as markup, because the page's Trusted
 * Types policy forbids it.
 */
const readDrawing = (address: string): Promise<Element | undefined> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.onerror = () => reject(new Error(`No drawing at ${address}`));
    request.onload = () => {
      resolve(request.responseXML?.documentElement);
    };
    request.send();
  });

const useDrawing = (machine: string) => {
  const [drawing, setDrawing] = useState<Element>();
  useEffect(() => {
    let isMounted = true;
    void files[svgPathOf(machine)]?.()
      .then(readDrawing)
      .then((root) => isMounted && setDrawing(root));
    return () => {
      isMounted = false;
    };
  }, [machine]);
  return drawing;
};

const mark = (root: HTMLElement, prefix: string, ids: readonly string[], name: string) => {
  for (const id of ids) root.querySelector(`[id="${CSS.escape(prefix)} ${CSS.escape(id)}"]`)?.classList.add(name);
};

/** Drawing of a machine. The active `states` and the transitions `edges` of the shown step are highlighted. */
export const Drawing = ({
  machine,
  states,
  edges,
}: {
  machine: string;
  states: readonly string[];
  edges: readonly string[];
}) => {
  const box = useRef<HTMLDivElement>(null);
  const [zoom, setZoom] = useState(100);
  const drawing = useDrawing(machine);
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
        <div ref={box} style={{ zoom: zoom / 100 }} className="w-max" />
      </div>
    </>
  );
};
