import { useEffect, useMemo, useRef, useState } from "react";
import styles from "./drawing.css?url";

const files = import.meta.glob<string>("../../../machines/diagrams/*.svg", { query: "?drawing", import: "default" });

const pathOf = (machine: string) => `../../../machines/diagrams/${machine}.svg`;

/** The machines that have a drawing, by name. */
export const drawnMachines: readonly string[] = Object.keys(files).map((path) => path.replace(/^.*\/|\.svg$/g, ""));

/** The page trusts no text as markup; what comes as a document is none. */
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
    let isWanted = true;
    void files[pathOf(machine)]?.()
      .then(readDrawing)
      .then((root) => isWanted && setDrawing(root));
    return () => {
      isWanted = false;
    };
  }, [machine]);
  return drawing;
};

const mark = (root: HTMLElement, prefix: string, ids: readonly string[], name: string) => {
  for (const id of ids) root.querySelector(`[id="${CSS.escape(prefix)} ${CSS.escape(id)}"]`)?.classList.add(name);
};

/** The drawing of a machine with its active states and the transitions just taken. */
export const Drawing = ({
  machine,
  states,
  edges,
}: {
  machine: string;
  states: readonly string[];
  edges: readonly string[];
}) => {
  const place = useRef<HTMLDivElement>(null);
  const drawing = useDrawing(machine);
  const marks = useMemo(() => JSON.stringify([states, edges]), [states, edges]);
  useEffect(() => {
    const root = place.current;
    if (!root || !drawing) return;
    const shown = document.importNode(drawing, true);
    root.replaceChildren(shown);
    const [active, taken]: readonly string[][] = JSON.parse(marks);
    mark(root, "state", active ?? [], "is-active");
    mark(root, "edge", taken ?? [], "is-taken");
  }, [drawing, marks]);
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      <div ref={place} className="overflow-auto" />
    </>
  );
};
