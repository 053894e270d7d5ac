import type { SandboxProcess } from './testbed.ts';

/** What the public sees on a platform: the ground truth of every suite. */
export type LedgerPost = {
  platform: string;
  account: string;
  id: string;
  text: string;
  parentId: string | null;
  createdAt: string;
  deletedAt: string | null;
};

export async function readLedger(sandbox: Pick<SandboxProcess, 'control'>): Promise<LedgerPost[]> {
  const { posts } = await sandbox.control<{ posts: LedgerPost[] }>('GET', 'ledger');
  return posts.map((post) => ({ ...post, text: withoutTitle(post.text) }));
}

/** Platforms with titles use the first line of the text as title, and the ledger shows both. */
function withoutTitle(text: string): string {
  const [title, ...rest] = text.split('\n\n');
  return title === rest.join('\n\n') ? title : text;
}

export type Logged = {
  at: string;
  platform: string;
  operation: string;
  status: number | null;
  body: Record<string, unknown> | null;
};

/** The sandbox keeps the latest 2000. */
export async function readRequests(sandbox: SandboxProcess, platform: string): Promise<Logged[]> {
  const { requests } = await sandbox.control<{ requests: Logged[] }>('GET', `requests?platform=${platform}&limit=2000`);
  return requests;
}

/** Counts since the sandbox started, unlike the list of requests, which forgets the oldest. */
export async function countRequests(sandbox: SandboxProcess, platform: string, operation: string): Promise<number> {
  type Route = { platform: string; operation: string; calls: number };
  const { routes } = await sandbox.control<{ routes: Route[] }>('GET', 'routes');
  return routes.find((route) => route.platform === platform && route.operation === operation)?.calls ?? 0;
}
