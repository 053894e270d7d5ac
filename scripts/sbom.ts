// Prints the software bill of materials of production as CycloneDX JSON. `npm sbom --omit dev` leaves out packages that
// development needs as well.
import { readFileSync } from 'node:fs';

type LockedPackage = {
  version?: string;
  integrity?: string;
  license?: string;
  link?: boolean;
  dev?: boolean;
  optional?: boolean;
};

const { name, version, packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  name: string;
  version: string;
  packages: Record<string, LockedPackage>;
};

const components = Object.entries(packages)
  .filter(([path, one]) => path.includes('node_modules/') && one.link !== true && one.dev !== true)
  .map(([path, one]) => toComponent(path.replace(/^.*node_modules\//, ''), one));

process.stdout.write(
  `${JSON.stringify(
    {
      bomFormat: 'CycloneDX',
      specVersion: '1.5',
      version: 1,
      metadata: { component: { type: 'application', name, version } },
      components,
    },
    null,
    2,
  )}\n`,
);

function toComponent(packageName: string, one: LockedPackage): object {
  const purl = `pkg:npm/${packageName.replace('@', '%40')}@${one.version ?? ''}`;
  const [algorithm = '', digest = ''] = (one.integrity ?? '').split('-');
  const content = Buffer.from(digest, 'base64').toString('hex');
  return {
    ...{ type: 'library', 'bom-ref': purl, name: packageName, version: one.version, purl },
    scope: one.optional === true ? 'optional' : 'required',
    hashes: [{ alg: algorithm.replace('sha', 'SHA-'), content }],
    ...(one.license === undefined ? {} : { licenses: [{ expression: one.license }] }),
  };
}
