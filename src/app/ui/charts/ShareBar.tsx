/** Bar for a share from 0 to 1. For a negative share no bar is shown. */
export const ShareBar = ({ share }: { share: number }) => (
  <svg aria-hidden viewBox="0 0 100 6" preserveAspectRatio="none" className="my-1 block h-1.5 w-full">
    <rect width={Math.max(0, share) * 100} height={6} className="fill-accent" />
  </svg>
);
