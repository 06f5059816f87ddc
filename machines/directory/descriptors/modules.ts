import { type Api, type Schemas, unwrap } from "#api/client.ts";
import { toWriteHeaders } from "#machines/core/writeHeaders.ts";
import { type DirectoryDescriptor, type EditorDescriptor, MissingEntry } from "#machines/directory/types.ts";
import type { CompanyPath } from "./companyPath.ts";

export interface ModuleRow extends Omit<Schemas["Module"], "name"> {
  readonly id: Schemas["ModuleName"];
}

const readModules = async (api: Api, path: CompanyPath, signal: AbortSignal): Promise<readonly ModuleRow[]> => {
  const modules = await unwrap(
    api.GET("/api/ModuleConfiguration/Company/{companyId}", { params: { path }, signal }),
    Array.isArray,
  );
  return modules.map(({ name, ...module }) => ({ ...module, id: name }));
};

/** Returns the command that switches a module on or off. */
const switching =
  (isOn: boolean): DirectoryDescriptor<CompanyPath, ModuleRow>["commands"]["remove"] =>
  (api, { companyId }, { id, version }, signal) => {
    // The idempotency key contains the version and the target state, so a repeated command switches the module only
    // once.
    const key = `module-${companyId}-${id}-${version}-${isOn ? "on" : "off"}`;
    const params = { path: { companyId, module: id }, header: toWriteHeaders({ version, key }) };
    const body = { companyId, isOn };
    return unwrap(api.PUT("/api/ModuleConfiguration/{module}/Company/{companyId}", { params, body, signal }));
  };

/**
 * Returns a command rule. The command exists only for modules with `isOn` equal to `wanted`, and is disabled for
 * modules with blockers.
 */
const whileOn =
  (wanted: boolean) =>
  ({ isOn, blockers }: ModuleRow) => {
    if (isOn !== wanted) return "hidden";
    return blockers.length > 0 ? "disabled" : "allowed";
  };

/** Descriptor of the list of a company's modules. */
export const moduleDirectory: DirectoryDescriptor<CompanyPath, ModuleRow, "enable" | "disable"> = {
  name: "modules",
  permission: () => "company.edit",
  list: (api, path, signal) => readModules(api, path, signal),
  commands: { enable: switching(true), disable: switching(false) },
  commandRules: () => ({ enable: whileOn(false), disable: whileOn(true) }),
};

/** Draft of a module. It contains `isOn` and the values of the settings, keyed by name. */
export type ModuleDraft = Record<string, boolean | string | undefined>;

const toDraft = ({ isOn, settings }: ModuleRow): ModuleDraft => ({
  isOn,
  ...Object.fromEntries(settings.map(({ name, value }) => [name, value])),
});

const isValue = (entry: [string, boolean | string | undefined]): entry is [string, boolean | string] =>
  entry[1] !== undefined;

/**
 * Returns the descriptor of the editor of one module. `loadChoices` reads the module with its settings, and throws
 * `MissingEntry` if the server sends no such module.
 */
export const moduleEditor = (id: ModuleRow["id"]): EditorDescriptor<CompanyPath, ModuleDraft, ModuleRow> => {
  const find = async (...call: Parameters<typeof readModules>): Promise<ModuleRow> => {
    const module = (await readModules(...call)).find((one) => one.id === id);
    if (!module) throw new MissingEntry(id);
    return module;
  };
  return {
    name: "module",
    permission: () => "company.edit",
    loadChoices: find,
    blank: (_scope, module) => toDraft(module),
    read: async (api, path, _id, signal) => {
      const module = await find(api, path, signal);
      return { draft: toDraft(module), version: module.version };
    },
    save: async (api, { companyId }, { draft: { isOn, ...settings }, version, key }, signal) => {
      const params = { path: { companyId, module: id }, header: toWriteHeaders({ version, key }) };
      const body = {
        companyId,
        isOn: isOn === true,
        settings: Object.fromEntries(Object.entries(settings).filter(isValue)),
      };
      await unwrap(api.PUT("/api/ModuleConfiguration/{module}/Company/{companyId}", { params, body, signal }));
      return { id };
    },
  };
};
