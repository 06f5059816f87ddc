import type { Plugin } from "vite";

/** Modules of one chunk, by patterns that their paths match. */
export interface ChunkGroup {
  readonly name: string;
  readonly patterns: readonly RegExp[];
}

/** Returns the groups in the format of the bundler. */
export const toCodeSplitting = (groups: readonly ChunkGroup[]) => ({
  groups: groups.map(({ name, patterns }) => ({
    name,
    test: (id: string) => patterns.some((pattern) => pattern.test(id)),
  })),
});

/** Fails the build when a pattern matches no module, because a file was moved or renamed. */
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
