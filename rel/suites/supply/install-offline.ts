import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { noFindings, type Case } from '../../harness/case.ts';
import { createDataFolder } from '../../harness/data-folder.ts';
import { checkout } from '../../harness/programs/supervisor.ts';

/** The image installs from these, in the order of the Dockerfile. */
const sources = ['package.json', 'package-lock.json', '.npmrc', 'scripts/prepare.mjs'];
const parts = ['server', 'sandbox', 'pages'];
const installMs = 600_000;

export const installOffline: Case = {
  id: 'install-offline',
  about:
    'Installs production twice in empty folders from the cache of npm, without a registry; both have the same files, byte for byte, and the command line works.',
  isFullOnly: true,
  run: async () => {
    const findings = noFindings();
    using first = createDataFolder('install');
    using second = createDataFolder('install');
    const digests = [install(first.path), install(second.path)].map((folder) => digestFiles(folder));
    const [one, other] = digests;
    if (one === undefined || other === undefined) throw new Error('an installation is missing');
    const names = new Set([...one.keys(), ...other.keys()]);
    const different = [...names].filter((name) => one.get(name) !== other.get(name));
    if (different.length > 0) findings.faults.push(`${different.length} files differ, such as ${different[0]}`);
    const program = [join(first.path, 'server/src/cli/herald.ts'), '--help'];
    const { status, stdout, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8' });
    if (status !== 0 || !stdout.includes('rotate-keys')) findings.faults.push(`herald --help: ${status} ${stderr}`);
    findings.counts = { files: names.size, different: different.length };
    return findings;
  },
};

function install(folder: string): string {
  for (const source of [...sources, ...parts.flatMap((part) => [`${part}/package.json`, `${part}/src`])]) {
    mkdirSync(dirname(join(folder, source)), { recursive: true });
    cpSync(join(checkout, source), join(folder, source), { recursive: true });
  }
  const args = ['ci', '--omit=dev', '--offline', '--no-audit', '--no-fund'];
  execFileSync('npm', args, { cwd: folder, timeout: installMs, stdio: 'pipe' });
  return folder;
}

function digestFiles(root: string, folder = ''): Map<string, string> {
  const digests = new Map<string, string>();
  for (const name of readdirSync(join(root, folder))) {
    const path = join(folder, name);
    const stats = lstatSync(join(root, path));
    if (stats.isDirectory()) for (const [file, digest] of digestFiles(root, path)) digests.set(file, digest);
    else if (stats.isSymbolicLink()) digests.set(path, readlinkSync(join(root, path)));
    else
      digests.set(
        path,
        createHash('sha256')
          .update(readFileSync(join(root, path)))
          .digest('hex'),
      );
  }
  return digests;
}
