import { heatTones } from "./heatTones.ts";

/** Legend of a heat map, from 0 to the highest value. */
export const HeatLegend = ({ highest }: { highest: string }) => (
  <p className="flex items-center gap-1 text-xs text-muted">
    0
    {heatTones.map((tone) => (
      <span key={tone} aria-hidden className={`inline-block size-4 rounded-sm border border-line ${tone}`} />
    ))}
    {highest}
  </p>
);
