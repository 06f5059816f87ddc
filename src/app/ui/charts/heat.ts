/** How deep each level of a heat map is, from nothing to the most; text stays readable on all of them. */
export const heatTones = [
  "bg-raised",
  "bg-[color-mix(in_srgb,var(--color-accent)_9%,var(--color-raised))]",
  "bg-[color-mix(in_srgb,var(--color-accent)_18%,var(--color-raised))]",
  "bg-[color-mix(in_srgb,var(--color-accent)_28%,var(--color-raised))]",
  "bg-[color-mix(in_srgb,var(--color-accent)_40%,var(--color-raised))]",
] as const;
