import { Suspense, useState } from "react";
import { lazyComponent } from "../routing/lazyComponent.ts";
import { useCountPerPage } from "../services/context.ts";
import { Button } from "../ui/Button.tsx";
import { Pager } from "../ui/Pager.tsx";

const DisplaySettings = lazyComponent("DisplaySettings", () => import("../shared/DisplaySettings.tsx"));

/** Footer of a list, with the page size and the pager. */
export const ListFooter = ({
  module,
  page,
  count,
  onPage,
}: {
  module: string;
  page: number;
  count: number;
  onPage: (page: number) => void;
}) => {
  const size = useCountPerPage(module);
  const [isOpen, setOpen] = useState(false);
  return (
    <footer className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 text-sm text-muted">
      <Button kind="ghost" title="Настройки отображения" onClick={() => setOpen(true)}>
        По {size} на странице
      </Button>
      <Pager page={page} count={count} size={size} onPage={onPage} />
      <Suspense>{isOpen && <DisplaySettings module={module} onClose={() => setOpen(false)} />}</Suspense>
    </footer>
  );
};
