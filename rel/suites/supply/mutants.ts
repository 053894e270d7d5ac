import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'list-packages',
    name: 'the bill of materials leaves out optional packages',
    file: 'scripts/sbom.ts',
    find: 'one.dev !== true)',
    replace: 'one.dev !== true && one.optional !== true)',
  },
  {
    case: 'scan-secrets',
    name: 'an access key is in the code',
    file: 'server/src/kernel/text/text.ts',
    find: 'export function',
    // Assembled, so that this file contains none.
    replace: `// ${['AKIA', 'Q3EGLX5UOZBWT2MN'].join('')}\nexport function`,
  },
  {
    case: 'install-offline',
    name: 'an installation contains the time at which it was made',
    file: 'scripts/prepare.mjs',
    find: "spawnSync('git', ['config'",
    replace:
      "(await import('node:fs')).writeFileSync('node_modules/.installed', String(Date.now()));\nspawnSync('git', ['config'",
  },
];
