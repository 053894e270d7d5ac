// Requires exact versions, an integrity for every package, no registry URL, and install scripts only where allowed.
import { readFileSync } from 'node:fs';

type Package = {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  hasInstallScript?: boolean;
  dev?: boolean;
};
type Manifest = {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  allowScripts?: Record<string, boolean>;
};

const productionPackagesMax = 260;
const read = <T>(file: string): T => JSON.parse(readFileSync(file, 'utf8')) as T;
const { packages } = read<{ packages: Record<string, Package> }>('package-lock.json');
const manifests = ['package.json', 'server/package.json', 'sandbox/package.json', 'pages/package.json'].map((file) =>
  read<Manifest>(file),
);
const installed = Object.entries(packages).filter(([path, one]) => path.includes('node_modules/') && one.link !== true);

const faults = [...inexact(), ...withoutIntegrity(), ...scriptsNotAllowed(), ...tooMany()];
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;

function inexact(): string[] {
  return manifests
    .flatMap((manifest) => Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }))
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name}@${version} is not an exact version`);
}

function withoutIntegrity(): string[] {
  return installed
    .filter(([, one]) => one.integrity === undefined || one.resolved !== undefined)
    .map(([path]) => `${path} lacks integrity or names where it came from`);
}

function scriptsNotAllowed(): string[] {
  const allowed = manifests[0]?.allowScripts ?? {};
  return installed
    .filter(([, one]) => one.hasInstallScript === true)
    .map(([path]) => path.replace(/^.*node_modules\//, ''))
    .filter((name) => !(name in allowed) && name !== 'fsevents')
    .map((name) => `${name} has an install script that allowScripts neither allows nor forbids`);
}

function tooMany(): string[] {
  const count = installed.filter(([, one]) => one.dev !== true).length;
  return count <= productionPackagesMax
    ? []
    : [`${count} production packages, over the budget of ${productionPackagesMax}`];
}
