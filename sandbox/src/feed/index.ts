import { avatarOf } from '../core/avatar.ts';
import type { Network } from '../core/network.ts';
import { mediaTypeOf } from '../core/media-type.ts';
import { errorPage } from '../core/page.ts';
import { bytes, type Reply } from '../core/reply.ts';
import { sleep } from '../core/wait.ts';
import type { SandboxContext } from '../core/context.ts';
import { feedPage, frontPage, markOf, postsHtml } from './feed-pages.ts';
import { liveScript } from './live-script.ts';

const waitMs = 20_000;
const settleMs = 50;

/** Pages at `/sandbox` and below `/sandbox/feed/` that show what was published. Off in production. */
export async function feed(context: SandboxContext, url: URL, gone: AbortSignal): Promise<Reply> {
  const [, , , first = '', second = '', ...more] = url.pathname.split('/');
  if (context.options.isProduction || more.length > 0) return nothing();
  if (first === '') return frontPage(context);
  const part = parts[first];
  if (part !== undefined) return part(context, second);
  const network = context.networks.find((each) => each.name === first);
  if (network === undefined || !['', 'posts'].includes(second)) return nothing();
  if (second === '') return feedPage(context, network);
  return changes(context, { network, seen: url.searchParams.get('seen') ?? '', gone });
}

const parts: Readonly<Record<string, (context: SandboxContext, name: string) => Reply | Promise<Reply>>> = {
  'live.js': () => bytes('text/javascript; charset=utf-8', Buffer.from(liveScript)),
  face: (_context, name) => bytes('image/png', avatarOf(name)),
  media,
};

/** Serves uploaded bytes only under the type detected from their content. */
async function media(context: SandboxContext, sha256: string): Promise<Reply> {
  const found = /^[0-9a-f]{64}$/.test(sha256) ? await context.state.media.read(sha256) : undefined;
  const type = found === undefined ? undefined : mediaTypeOf(found);
  if (found === undefined || type === undefined) return nothing();
  const reply = bytes(type, found);
  return {
    ...reply,
    headers: { ...reply.headers, 'x-content-type-options': 'nosniff', 'cache-control': 'max-age=3600' },
  };
}

type Watch = { network: Network; seen: string; gone: AbortSignal };

/** Responds when the feed differs from what the browser shows, or with 204 after a while. */
async function changes(context: SandboxContext, { network, seen, gone }: Watch): Promise<Reply> {
  const signal = AbortSignal.any([gone, context.closing, AbortSignal.timeout(waitMs)]);
  while (!signal.aborted) {
    const posts = postsHtml(context, network);
    const mark = markOf(posts);
    if (mark !== seen) {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'x-feed-mark': mark, 'cache-control': 'no-store' };
      return { status: 200, headers, body: posts.html };
    }
    await nextCommit(context, signal);
  }
  return { status: 204, headers: {}, body: '' };
}

async function nextCommit(context: SandboxContext, signal: AbortSignal): Promise<void> {
  const committed = new AbortController();
  const forget = context.state.store.onCommit(() => committed.abort());
  await sleep(waitMs, AbortSignal.any([signal, committed.signal]));
  forget();
  // Several commits at once lead to one response.
  await sleep(settleMs, signal);
}

function nothing(): Reply {
  return errorPage(404, 'Nothing here', 'The sandbox knows no such network or page.');
}
