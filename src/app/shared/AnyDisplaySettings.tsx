import { useState } from "react";
import { settingModules } from "#machines/shell/settings.ts";
import { Field } from "../ui/Field.tsx";
import { DisplaySettings } from "./DisplaySettings.tsx";
import { moduleTitles } from "./settingTexts.ts";

/**
 * Dialog 'Настройки отображения' (display settings), in which the user chooses the module first (platform, section 2).
 */
export const AnyDisplaySettings = ({ onClose }: { onClose: () => void }) => {
  const [module, setModule] = useState<string>(settingModules[0]);
  return (
    <DisplaySettings
      key={module}
      module={module}
      onClose={onClose}
      head={
        <Field label="Раздел">
          {(control) => (
            <select {...control} className="field" value={module} onChange={({ target }) => setModule(target.value)}>
              {settingModules.map((name) => (
                <option key={name} value={name}>
                  {moduleTitles[name]}
                </option>
              ))}
            </select>
          )}
        </Field>
      }
    />
  );
};
