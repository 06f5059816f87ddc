/** CSS background classes for the levels 0 to 4 of a heat map. Text is readable on each class. */
export const heatTones = [
  "bg-raised",
  "bg-[color-mix(in_srgb,var(--color-accent)_9%,var(--color-raised))]",
  "bg-[color-mix(in_srgb,var(--color-accent)_18%,var(--color-raised))]",
  "bg-[color-mix(in_srgb,var(--color-accent)_28%,var(--color-raised))]",
  "bg-[color-mix(in_srgb,var(--color-accent)_40%,var(--color-raised))]",
] as const;
