import { Suspense, useState } from "react";
import { useCountPerPage } from "../context.ts";
import { lazily } from "../lazily.ts";
import { Button } from "../ui/Button.tsx";
import { Pager } from "../ui/Pager.tsx";

const DisplaySettings = lazily("DisplaySettings", () => import("../screens/settings/DisplaySettings.tsx"));

/** Page size and pages of a list whose module has such a setting. */
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
  const [isSetting, setSetting] = useState(false);
  return (
    <footer className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2 text-sm text-muted">
      <Button kind="ghost" title="Настройки отображения" onClick={() => setSetting(true)}>
        По {size} на странице
      </Button>
      <Pager page={page} count={count} size={size} onPage={onPage} />
      <Suspense>{isSetting && <DisplaySettings module={module} onClose={() => setSetting(false)} />}</Suspense>
    </footer>
  );
};
