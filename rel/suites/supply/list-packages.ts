import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { noFindings, type Case } from '../../harness/case.ts';
import { checkout } from '../../harness/programs/supervisor.ts';
import { installedPackages } from './packages.ts';

/** LGPL libraries are linked dynamically. */
const allowedLicences = new Set([
  ...['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'CC0-1.0'],
  ...['MPL-2.0', 'LGPL-3.0-or-later'],
]);

/** These name their licence only in their LICENSE file. */
const unnamedLicences: Readonly<Record<string, string>> = { 'twitter-text': 'Apache-2.0' };

export const listPackages: Case = {
  id: 'list-packages',
  about:
    'Compares the bill of materials with the lockfile and with the installed packages; none is missing, no version differs, and every license is allowed.',
  run: async () => {
    const findings = noFindings();
    const listed = readBillOfMaterials();
    const names = new Set(listed.map(({ name, version }) => `${name}@${version}`));
    const locked = readLockedPackages();
    for (const name of locked) if (!names.has(name)) findings.faults.push(`${name} is not in the bill of materials`);
    for (const name of names) if (!locked.has(name)) findings.faults.push(`${name} is not in the lockfile`);
    const installed = installedPackages();
    for (const { name, version, license } of installed) {
      if (!names.has(`${name}@${version}`)) findings.faults.push(`${name}@${version} is installed, but not listed`);
      if (!isAllowed(license === '' ? (unnamedLicences[name] ?? '') : license))
        findings.faults.push(`${name} has the licence "${license}"`);
    }
    for (const { name, licenses, hashes } of listed) {
      const expression = licenses?.[0]?.expression;
      if (expression !== undefined && !isAllowed(expression)) findings.faults.push(`${name} is under ${expression}`);
      if (!/^[0-9a-f]{128}$/.test(hashes[0]?.content ?? '')) findings.faults.push(`${name} has no SHA-512`);
    }
    if (installed.length < 100) findings.faults.push(`only ${installed.length} packages are installed`);
    findings.counts = { listed: listed.length, locked: locked.size, installed: installed.length };
    return findings;
  },
};

type Component = {
  name: string;
  version: string;
  licenses?: { expression: string }[];
  hashes: { content: string }[];
};

function readBillOfMaterials(): Component[] {
  const output = execFileSync(process.execPath, ['scripts/sbom.ts'], { cwd: checkout, encoding: 'utf8' });
  return (JSON.parse(output) as { components: Component[] }).components;
}

function readLockedPackages(): Set<string> {
  const text = readFileSync(join(checkout, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(text) as {
    packages: Record<string, { version?: string; link?: boolean; dev?: boolean }>;
  };
  return new Set(
    Object.entries(packages)
      .filter(([path, { link, dev }]) => path.includes('node_modules/') && link !== true && dev !== true)
      .map(([path, { version = '' }]) => `${path.slice(path.lastIndexOf('node_modules/') + 13)}@${version}`),
  );
}

function isAllowed(expression: string): boolean {
  const parts = expression.replaceAll(/[()]/g, '').split(' AND ');
  return parts.every((part) => part.split(' OR ').some((licence) => allowedLicences.has(normalize(licence))));
}

const normalize = (licence: string): string => (licence.startsWith('Apache License') ? 'Apache-2.0' : licence.trim());
