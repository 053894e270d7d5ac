import { execFileSync, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import type { Stopper } from './stopper.ts';

export const versions = { '@atproto/pds': '0.4.217', '@did-plc/server': '0.0.1' };

/** `path` excludes the checkout's folders. */
export type Installation = { folder: string; node: string; nodeVersion: string; path: string };

const timeoutMs = 15 * 60_000;

/** One folder per version: the server's database is compiled for one version of Node. */
export async function ensureInstalled(stopper: Stopper): Promise<Installation> {
  const node = findNode();
  const major = node.nodeVersion.split('.')[0] ?? '';
  const name = `herald-real-bluesky-${versions['@atproto/pds']}-${versions['@did-plc/server']}-node-${major.slice(1)}`;
  const folder = process.env['HERALD_TEST_REAL_BLUESKY_DIR'] ?? join(tmpdir(), name);
  claim(folder);
  const done = join(folder, 'installed');
  if (existsSync(done)) {
    console.log(`Found in ${folder}`);
  } else {
    console.log(`Installing into ${folder} with Node ${node.nodeVersion}: about three minutes, once`);
    await install(folder, node, stopper);
    writeFileSync(done, '');
  }
  return { folder, ...node };
}

/** Code runs from this folder, so it must not belong to another user. */
function claim(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const { uid } = userInfo();
  if (uid >= 0 && statSync(folder).uid !== uid) throw new Error(`${folder} belongs to another user`);
  chmodSync(folder, 0o700);
}

type NodeRuntime = Pick<Installation, 'node' | 'nodeVersion' | 'path'>;

/** `npm run` puts the checkout's Node first, which is too new for the server. */
function findNode(): NodeRuntime {
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => !/node_modules[\\/]/.test(folder));
  for (const folder of folders) {
    const node = join(folder, 'node');
    if (folder === '' || !existsSync(node)) continue;
    const nodeVersion = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    if (/^v2[02]\./.test(nodeVersion)) return { node, nodeVersion, path: [folder, ...folders].join(delimiter) };
  }
  throw new Error('The server needs Node 20 or 22 with npm, and PATH has neither');
}

async function install(folder: string, { node, path }: NodeRuntime, stopper: Stopper): Promise<void> {
  const manifest = {
    private: true,
    dependencies: versions,
    allowScripts: { 'better-sqlite3': true, 'core-js': false },
  };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^npm_(?!config_)|^npm_config_(local_prefix|prefix|node_gyp)$|^INIT_CWD$/i.test(name),
  );
  const prefix = dirname(dirname(node));
  const env = {
    ...Object.fromEntries(inherited),
    PATH: path,
    // Otherwise npm first tries to download a prebuilt binary from outside the registry.
    npm_config_build_from_source: 'better-sqlite3',
    ...(existsSync(join(prefix, 'include/node/node.h')) ? { npm_config_nodedir: prefix } : {}),
  };
  const startedAt = performance.now();
  const seconds = (): string => ((performance.now() - startedAt) / 1000).toFixed(0);
  const child = spawn('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    env,
    stdio: ['ignore', 'inherit', 'inherit'],
    // Its own process group, so that the compiler can be killed too.
    detached: true,
  });
  stopper.addGroup(child);
  const progress = setInterval(() => console.log(`  still installing, ${seconds()} s`), 30_000);
  const limit = setTimeout(() => stopper.killGroup(child), timeoutMs);
  try {
    const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve));
    if (code !== 0) throw new Error('npm could not install it; a C++ compiler, make and Python 3 are needed');
    console.log(`Installed in ${seconds()} s`);
  } finally {
    clearInterval(progress);
    clearTimeout(limit);
  }
}
