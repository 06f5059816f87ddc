import type { Plugin } from "vite";

/** Chunk of the build, and the patterns of the module paths that belong to it. */
export interface ChunkGroup {
  readonly name: string;
  readonly patterns: readonly RegExp[];
}

/** Returns the chunk groups in the format of the bundler. */
export const toCodeSplitting = (groups: readonly ChunkGroup[]) => ({
  groups: groups.map(({ name, patterns }) => ({
    name,
    test: (id: string) => patterns.some((pattern) => pattern.test(id)),
  })),
});

/**
 * Returns a Vite plugin that makes the build fail if a pattern matches no module, for example after a file was renamed.
 */
export const checkChunkGroups = (groups: readonly ChunkGroup[]): Plugin => ({
  name: "check-chunk-groups",
  apply: "build",
  generateBundle() {
    const ids = [...this.getModuleIds()];
    for (const { name, patterns } of groups)
      for (const pattern of patterns)
        if (!ids.some((id) => pattern.test(id))) this.error(`Chunk group ${name}: no module matches ${pattern}`);
  },
});
