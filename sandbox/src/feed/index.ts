import { avatarOf } from '../core/avatar.ts';
import type { Network } from '../core/network.ts';
import { mediaTypeOf } from '../core/media-type.ts';
import { errorPage } from '../core/page.ts';
import { bytes, type Reply } from '../core/reply.ts';
import { sleep } from '../core/wait.ts';
import type { World } from '../core/world.ts';
import { feedPage, frontPage, markOf, postsHtml } from './feed-pages.ts';
import { liveScript } from './live-script.ts';

const waitMs = 20_000;
const settleMs = 50;

/** `/sandbox` and what lies below `/sandbox/feed/`: for people who want to see what was published. Never in production. */
export async function feed(world: World, url: URL, gone: AbortSignal): Promise<Reply> {
  const [, , , first = '', second = '', ...more] = url.pathname.split('/');
  if (world.options.isProduction || more.length > 0) return nothing();
  if (first === '') return frontPage(world);
  const part = parts[first];
  if (part !== undefined) return part(world, second);
  const network = world.networks.find((each) => each.name === first);
  if (network === undefined || !['', 'posts'].includes(second)) return nothing();
  if (second === '') return feedPage(world, network);
  return changes(world, { network, seen: url.searchParams.get('seen') ?? '', gone });
}

const parts: Readonly<Record<string, (world: World, name: string) => Reply | Promise<Reply>>> = {
  'live.js': () => bytes('text/javascript; charset=utf-8', Buffer.from(liveScript)),
  face: (_world, name) => bytes('image/png', avatarOf(name)),
  media,
};

/** Bytes that anybody may have uploaded: served as what they are, or not at all. */
async function media(world: World, sha256: string): Promise<Reply> {
  const found = /^[0-9a-f]{64}$/.test(sha256) ? await world.state.media.read(sha256) : undefined;
  const type = found === undefined ? undefined : mediaTypeOf(found);
  if (found === undefined || type === undefined) return nothing();
  const reply = bytes(type, found);
  return {
    ...reply,
    headers: { ...reply.headers, 'x-content-type-options': 'nosniff', 'cache-control': 'max-age=3600' },
  };
}

type Watch = { network: Network; seen: string; gone: AbortSignal };

/** Answers when the feed no longer is what the browser shows; after a while with nothing, so that it asks again. */
async function changes(world: World, { network, seen, gone }: Watch): Promise<Reply> {
  const signal = AbortSignal.any([gone, world.closing, AbortSignal.timeout(waitMs)]);
  while (!signal.aborted) {
    const posts = postsHtml(world, network);
    const mark = markOf(posts);
    if (mark !== seen) {
      const headers = { 'content-type': 'text/html; charset=utf-8', 'x-feed-mark': mark, 'cache-control': 'no-store' };
      return { status: 200, headers, body: posts.html };
    }
    await nextCommit(world, signal);
  }
  return { status: 204, headers: {}, body: '' };
}

async function nextCommit(world: World, signal: AbortSignal): Promise<void> {
  const committed = new AbortController();
  const forget = world.state.store.onCommit(() => committed.abort());
  await sleep(waitMs, AbortSignal.any([signal, committed.signal]));
  forget();
  // Several commits at once are one change to look at.
  await sleep(settleMs, signal);
}

function nothing(): Reply {
  return errorPage(404, 'Nothing here', 'The sandbox knows no such network or page.');
}
