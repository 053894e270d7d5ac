import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/** A package that costs time and memory to load, at its first use; for code that cannot wait for an import. */
export function loadWhenNeeded<Package>(name: string): () => Package {
  let loaded: Package | undefined;
  return () => (loaded ??= load(name) as Package);
}
