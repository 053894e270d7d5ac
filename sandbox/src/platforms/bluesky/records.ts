import { ledger } from '../../core/state/ledger.ts';
import { newCommit, requireOwnRepo, requirePosts, writeCost } from './create-record.ts';
import { refuse, refuseRequest } from './errors.ts';
import { points } from './limits.ts';
import { people } from './people.ts';
import { postsOf, uriOf } from './posts.ts';
import { xrpc } from './xrpc.ts';

export const getRecord = xrpc({
  nsid: 'com.atproto.repo.getRecord',
  kind: 'query',
  auth: 'none',
  parameters: { repo: 'string!', collection: 'string!', rkey: 'string!', cid: 'string' },
  handle: (call, _caller, { repo, collection, rkey, cid }) => {
    const person = people.find(call.store, repo) ?? refuseRequest(`Could not find repo: ${repo}`);
    requirePosts(collection);
    const post = postsOf(person.did).get(call.store, rkey);
    const uri = uriOf(person.did, rkey);
    if (post === undefined || (cid !== undefined && cid !== post.cid)) {
      refuse(400, 'RecordNotFound', `Could not locate record: ${uri}`);
    }
    return { uri, cid: post.cid, value: post.record };
  },
});

/** Succeeds for a missing record. */
export const deleteRecord = xrpc({
  nsid: 'com.atproto.repo.deleteRecord',
  kind: 'procedure',
  auth: 'access',
  parameters: { repo: 'string!', collection: 'string!', rkey: 'string!' },
  cost: (_call, { person }) => writeCost(person, points.delete),
  handle: (call, { person }, { repo, collection, rkey }) => {
    requireOwnRepo(person, repo);
    requirePosts(collection);
    return call.commit((tx) => {
      if (postsOf(person.did).get(tx, rkey) === undefined) return {};
      postsOf(person.did).delete(tx, rkey);
      const uri = uriOf(person.did, rkey);
      const key = { platform: 'bluesky', accountId: person.did, id: uri };
      ledger.markDeleted(tx, key, new Date(call.clock.now()).toISOString());
      return { commit: newCommit(call, uri) };
    });
  },
});
