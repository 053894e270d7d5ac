import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkout } from '../../harness/programs/supervisor.ts';

type Manifest = {
  name: string;
  version: string;
  license?: string;
  licenses?: { type: string }[];
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
};

type InstalledPackage = Pick<Manifest, 'name' | 'version'> & { license: string };

export function installedPackages(): InstalledPackage[] {
  const manifests = new Map<string, Manifest>();
  const visit = (folder: string): void => {
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
      const target = locate(folder, name);
      // Optional packages for other systems are not installed.
      if (target === undefined || manifests.has(target)) continue;
      manifests.set(target, JSON.parse(readFileSync(join(target, 'package.json'), 'utf8')) as Manifest);
      visit(target);
    }
  };
  for (const part of ['server', 'sandbox', 'pages']) visit(join(checkout, part));
  return [...manifests.values()]
    .filter(({ name }) => !name.startsWith('@herald/'))
    .map(({ name, version, license, licenses }) => ({ name, version, license: license ?? licenses?.[0]?.type ?? '' }));
}

function locate(folder: string, name: string): string | undefined {
  const candidate = join(folder, 'node_modules', name);
  if (existsSync(join(candidate, 'package.json'))) return candidate;
  const parent = dirname(folder);
  return parent === folder ? undefined : locate(parent, name);
}
