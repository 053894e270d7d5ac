import type { Call } from '../../core/platform.ts';
import { followersOf, statisticsOf } from '../../core/state/statistics.ts';
import { refuseRequest } from './errors.ts';
import { formats, readPostUri } from './lexicon/formats.ts';
import { limits } from './limits.ts';
import { people, type Person } from './people.ts';
import { postsOf, uriOf, type Post } from './posts.ts';
import { basicProfile, postView } from './views.ts';
import { xrpc } from './xrpc.ts';

const lagMs = 60_000;
const filters = [
  'posts_with_replies',
  'posts_no_replies',
  'posts_with_media',
  'posts_and_author_threads',
  'posts_with_video',
];

export const getProfile = xrpc({
  nsid: 'app.bsky.actor.getProfile',
  kind: 'query',
  auth: 'access',
  parameters: { actor: 'string!' },
  handle: (call, _caller, { actor }) => {
    const person = requireActor(call, actor);
    return {
      ...basicProfile(person),
      description: '',
      followersCount: followersOf(call.store, call.clock.now(), { ...person, platform: 'bluesky', id: person.did }),
      followsCount: person.followsCount,
      postsCount: postsOf(person.did).all(call.store).length,
      indexedAt: '2026-01-01T00:00:00.000Z',
    };
  },
});

export const getAuthorFeed = xrpc({
  nsid: 'app.bsky.feed.getAuthorFeed',
  kind: 'query',
  auth: 'access',
  parameters: { actor: 'string!', limit: 'integer', cursor: 'string', filter: 'string', includePins: 'boolean' },
  handle: (call, _caller, { actor, limit = limits.feedDefault, cursor, filter = 'posts_with_replies' }) => {
    if (limit < 1) refuseRequest('Params/limit can not be less than 1');
    if (limit > limits.feedMax) refuseRequest(`Params/limit can not be greater than ${limits.feedMax}`);
    if (!filters.includes(filter)) refuseRequest(`Params/filter must be one of (${filters.join('|')})`);
    const person = requireActor(call, actor);
    const isAfter = cursor === undefined ? () => true : readCursor(cursor);
    const shown = visible(call, person).filter((post) => passes(post, filter) && isAfter(post));
    const page = shown.slice(0, limit);
    const last = page.at(-1);
    return {
      feed: page.map((post) => feedItem(call, person, post)),
      ...(last !== undefined && shown.length > limit && { cursor: cursorOf(last) }),
    };
  },
});

/** Leaves out posts that do not exist. */
export const getPosts = xrpc({
  nsid: 'app.bsky.feed.getPosts',
  kind: 'query',
  auth: 'access',
  parameters: { uris: 'string!' },
  handle: (call) => {
    const uris = call.request.query.getAll('uris');
    if (uris.length > limits.postsMax) refuseRequest(`Params/uris must not have more than ${limits.postsMax} elements`);
    const wrong = uris.findIndex((uri) => !formats.postUri.test(uri));
    if (wrong !== -1) refuseRequest(`Params/uris/${wrong} must be a valid at-uri`);
    return { posts: uris.flatMap((uri) => postAt(call, uri) ?? []) };
  },
});

function requireActor(call: Call, actor: string): Person {
  if (!/^(did:[a-z]+:[\w.:%-]+|[\w-]+(\.[\w-]+)+)$/.test(actor)) {
    refuseRequest('Params/actor must be a valid did or a handle');
  }
  return people.find(call.store, actor) ?? refuseRequest('Profile not found');
}

/** A future `createdAt` does not move a post to the top. */
const sortedAt = ({ record, indexedAt }: Post): number => Math.min(Date.parse(record.createdAt), indexedAt);

const cursorOf = (post: Post): string => `${new Date(sortedAt(post)).toISOString()}::${post.rkey}`;

function readCursor(cursor: string): (post: Post) => boolean {
  const [instant = '', rkey = ''] = cursor.split('::');
  const at = Date.parse(instant);
  if (Number.isNaN(at) || rkey === '') refuseRequest('Malformed cursor');
  return (post) => sortedAt(post) < at || (sortedAt(post) === at && post.rkey < rkey);
}

function visible(call: Call, { did }: Person): Post[] {
  const lag = call.takeFault('listLag');
  const until = lag === undefined ? Infinity : call.clock.now() - (lag.value ?? lagMs);
  return postsOf(did)
    .all(call.store)
    .filter((post) => post.indexedAt <= until)
    .sort((one, other) => sortedAt(other) - sortedAt(one) || (one.rkey < other.rkey ? 1 : -1));
}

function passes({ record }: Post, filter: string): boolean {
  if (filter === 'posts_no_replies') return record.reply === undefined;
  if (filter === 'posts_with_video') return record.embed?.$type === 'app.bsky.embed.video';
  if (filter === 'posts_with_media') {
    return ['images', 'gallery', 'video'].some((kind) => record.embed?.$type === `app.bsky.embed.${kind}`);
  }
  return true;
}

function feedItem(call: Call, person: Person, post: Post) {
  const { reply } = post.record;
  const view = (uri: string) => {
    const post = postAt(call, uri);
    if (post === undefined) return { $type: 'app.bsky.feed.defs#notFoundPost', uri, notFound: true };
    return { $type: 'app.bsky.feed.defs#postView', ...post };
  };
  return {
    post: countedView(call, person, post),
    ...(reply && { reply: { root: view(reply.root.uri), parent: view(reply.parent.uri) } }),
  };
}

function postAt(call: Call, uri: string) {
  const { did = '', rkey = '' } = readPostUri(uri) ?? {};
  const author = people.get(call.store, did);
  const post = postsOf(did).get(call.store, rkey);
  return author === undefined || post === undefined ? undefined : countedView(call, author, post);
}

function countedView(call: Call, author: Person, post: Post) {
  const id = uriOf(author.did, post.rkey);
  const subject = { platform: 'bluesky', id, createdAt: post.indexedAt, comments: repliesTo(call, author, post) };
  return postView(author, post, statisticsOf(call.store, call.clock.now(), subject));
}

/** The sandbox has no other comments than own replies. */
function repliesTo(call: Call, { did }: Person, { rkey }: Post): number {
  const uri = uriOf(did, rkey);
  return postsOf(did)
    .all(call.store)
    .filter(({ record }) => record.reply?.parent.uri === uri).length;
}
