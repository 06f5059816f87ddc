/** Spinner with a text for screen readers. */
export const Spinner = ({ label = "Загрузка" }: { label?: string }) => (
  <span role="status" className="inline-flex items-center">
    <span
      aria-hidden
      className="inline-block size-4 animate-spin rounded-full border-2 border-current border-r-transparent"
    />
    <span className="sr-only">{label}</span>
  </span>
);
