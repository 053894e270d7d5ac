import { ledger, type LedgerMedia } from '../../core/state/ledger.ts';
import type { Call } from '../../core/platform.ts';
import type { Reader, Tx } from '../../core/state/store.ts';
import { checkBlobs } from './blobs.ts';
import { cidOfRecord } from './cid.ts';
import { refuse, refuseRequest } from './errors.ts';
import { readPostUri } from './lexicon/formats.ts';
import { postCollection, readPost, type PostRecord } from './lexicon/post.ts';
import { budgets, points } from './limits.ts';
import type { Person } from './people.ts';
import { postsOf, uriOf, urlOf, type Post } from './posts.ts';
import type { Cost } from './rates.ts';
import { isTid, newTid } from './tid.ts';
import { xrpc } from './xrpc.ts';

export const writeCost = ({ did }: Person, spent: number): Cost => ({
  key: `bluesky/writes/${did}`,
  budget: budgets.writes,
  points: spent,
});

export const createRecord = xrpc({
  nsid: 'com.atproto.repo.createRecord',
  kind: 'procedure',
  auth: 'access',
  parameters: { repo: 'string!', collection: 'string!', rkey: 'string', validate: 'boolean', record: 'object!' },
  cost: (_call, { person }) => writeCost(person, points.create),
  handle: (call, { person }, values) => {
    requireOwnRepo(person, values.repo);
    requirePosts(values.collection);
    const rkey = values.rkey ?? newTid(call);
    if (!isTid(rkey)) refuseRequest(`Invalid record key for ${postCollection}: ${rkey}`);
    const { record, blobs } = readPost(values.record);
    return call.commit((tx) => {
      if (postsOf(person.did).get(tx, rkey) !== undefined) refuseExisting(person, rkey);
      checkReferences(tx, record);
      const media = checkBlobs(tx, person.did, blobs, call.clock.now());
      const post: Post = { rkey, record, cid: cidOfRecord(record), indexedAt: call.clock.now() };
      postsOf(person.did).put(tx, rkey, post);
      addToLedger(tx, person, post, media);
      const uri = uriOf(person.did, rkey);
      return { uri, cid: post.cid, commit: newCommit(call, uri), validationStatus: 'valid' };
    });
  },
});

export function requireOwnRepo({ did, handle }: Person, repo: string): void {
  if (repo !== did && repo !== handle) refuse(401, 'AuthenticationRequired', 'Authentication Required');
}

export function requirePosts(collection: string): void {
  if (collection !== postCollection) refuseRequest(`Lexicon not found: lex:${collection}`);
}

export function newCommit(call: Call, cause: string) {
  const rev = newTid(call);
  return { cid: cidOfRecord({ rev, cause }), rev };
}

function refuseExisting({ namesExistingRecord }: Person, rkey: string): never {
  // Current servers fail with 500; an explicit error has been proposed.
  if (!namesExistingRecord) refuse(500, 'InternalServerError', 'Internal Server Error');
  refuseRequest(`There is already a value at key: ${postCollection}/${rkey}`);
}

function checkReferences(reader: Reader, { reply, embed }: PostRecord): void {
  const quoted = embed?.['record'] as { record?: unknown; uri?: unknown } | undefined;
  const quote = quoted?.record ?? quoted;
  for (const reference of [reply?.root, reply?.parent, quote]) {
    if (reference === undefined) continue;
    const { uri, cid } = reference as { uri: string; cid: string };
    const postKey = readPostUri(uri);
    const post = postKey && postsOf(postKey.did).get(reader, postKey.rkey);
    if (post?.cid !== cid) refuseRequest(`Could not locate record: ${uri}`);
  }
}

export function addToLedger(tx: Tx, person: Person, post: Post, media: readonly LedgerMedia[]): void {
  ledger.add(tx, {
    platform: 'bluesky',
    account: person.handle,
    accountId: person.did,
    id: uriOf(person.did, post.rkey),
    url: urlOf(person, post.rkey),
    text: post.record.text,
    media,
    parentId: post.record.reply?.parent.uri ?? null,
    createdAt: new Date(post.indexedAt).toISOString(),
    deletedAt: null,
  });
}
