import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/** Loads an expensive package at its first use, for code that cannot await an import. */
export function loadWhenNeeded<Package>(name: string): () => Package {
  let loaded: Package | undefined;
  return () => (loaded ??= load(name) as Package);
}
