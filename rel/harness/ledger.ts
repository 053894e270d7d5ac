import type { SandboxProcess } from './testbed.ts';

/** What the public sees of a platform: the ground truth of every suite. */
export type LedgerPost = {
  platform: string;
  account: string;
  id: string;
  text: string;
  parentId: string | null;
  createdAt: string;
  deletedAt: string | null;
};

export async function readLedger(sandbox: SandboxProcess): Promise<LedgerPost[]> {
  const { posts } = await sandbox.control<{ posts: LedgerPost[] }>('GET', 'ledger');
  return posts.map((post) => ({ ...post, text: withoutTitle(post.text) }));
}

/** Where a platform has titles, the first line of the text is one too, and the ledger shows both. */
function withoutTitle(text: string): string {
  const [title, ...rest] = text.split('\n\n');
  return title === rest.join('\n\n') ? title : text;
}

export type Logged = {
  at: string;
  platform: string;
  operation: string;
  /** Null when the connection was broken. */
  status: number | null;
  body: Record<string, unknown> | null;
};

/** The last requests that a platform has seen; the sandbox keeps 2000. */
export async function readRequests(sandbox: SandboxProcess, platform: string): Promise<Logged[]> {
  const { requests } = await sandbox.control<{ requests: Logged[] }>('GET', `requests?platform=${platform}&limit=2000`);
  return requests;
}
