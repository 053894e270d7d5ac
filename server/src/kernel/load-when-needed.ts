import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/** For expensive packages in code that cannot await an import. */
export function loadWhenNeeded<Package>(name: string): () => Package {
  let loaded: Package | undefined;
  return () => (loaded ??= load(name) as Package);
}
