import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { startProgram, type Child } from '../children.ts';

export type Sandbox = Pick<Child, 'stop'> & {
  url: string;
  control(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown>;
};

export const bot = { name: 'herald_sandbox_bot', token: '1234567890:sandbox-bot-token-herald-0000000000' };

const main = fileURLToPath(new URL('../../sandbox/src/main.ts', import.meta.url));
const startWithinMs = 20_000;

export async function startSandbox(): Promise<Sandbox> {
  const child = startProgram([main, '--port', '0'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const url = await readUrl(child);
  return {
    url,
    stop: child.stop,
    control: async (method, path, body) => {
      const payload = body === undefined ? {} : { body: JSON.stringify(body) };
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${url}/control/${path}`, { method, headers, ...payload });
      const text = await response.text();
      if (!response.ok) throw new Error(`the sandbox answered ${method} ${path} with ${response.status}: ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
  };
}

async function readUrl({ process: { stdout } }: Child): Promise<string> {
  if (stdout === null) throw new Error('the sandbox has no output');
  const [line] = (await once(stdout, 'data', { signal: AbortSignal.timeout(startWithinMs) })) as [Buffer];
  const url = /http:\S+/.exec(line.toString())?.[0];
  if (url === undefined) throw new Error(`the sandbox does not say where it runs: ${line.toString()}`);
  return url;
}

type Ledger = { posts: { text: string; deletedAt: string | null }[] };

export async function requireLive({ control }: Sandbox, due: number): Promise<void> {
  const { posts } = (await control('GET', 'ledger?platform=telegram')) as Ledger;
  const live = posts.filter(({ deletedAt }) => deletedAt === null);
  const distinct = new Set(live.map(({ text }) => text)).size;
  if (live.length !== due || distinct !== due) {
    throw new Error(`${due} posts were due, but ${live.length} are live, ${distinct} of them different`);
  }
}
