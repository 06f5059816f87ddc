import { use } from "react";
import { withChunkTimeout } from "../routing/chunkTimeout.ts";

const library = withChunkTimeout(() => import("uqr"));

/** QR code of a text. It is black on white in both themes, because cameras read other colours unreliably. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const { encode } = use(library);
  const { data, size } = encode(text, { border: 2 });
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} className="size-48 rounded-md bg-paper">
      <path d={path} className="fill-ink" shapeRendering="crispEdges" />
    </svg>
  );
};
