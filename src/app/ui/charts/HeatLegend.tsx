import { heatTones } from "./heat.ts";

/** What the depth of a heat map's colours stands for. */
export const HeatLegend = ({ most }: { most: string }) => (
  <p className="flex items-center gap-1 text-xs text-muted">
    0
    {heatTones.map((tone) => (
      <span key={tone} aria-hidden className={`inline-block size-4 rounded-sm border border-line ${tone}`} />
    ))}
    {most}
  </p>
);
