import { createHash } from 'node:crypto';
import { ledger, type LedgerMedia } from '../../../../sandbox/src/core/state/ledger.ts';
import {
  FactsError,
  type AccountTools,
  type Call,
  type NativePost,
  type Route,
} from '../../../../sandbox/src/core/platform.ts';
import { readParameters } from '../../../../sandbox/src/core/wire/parameters.ts';
import { json, Refusal, type Reply } from '../../../../sandbox/src/core/wire/reply.ts';
import { collection, type Reader } from '../../../../sandbox/src/core/state/store.ts';
import { error } from './errors.ts';
import { needGrant, needPage, persons } from './grants.ts';

type Squawk = { id: string; key: string; page: string; text: string; at: string; isGone: boolean };

const squawks = collection<Squawk>('parrot/squawks');
const uploads = collection<LedgerMedia & { id: string }>('parrot/uploads');
const host = 'api.parrot.example';

export const squawkRoutes: readonly Route[] = [
  { host, methods: ['POST'], path: '/v1/media', operation: 'upload', handle: upload },
  { host, methods: ['POST'], path: '/v1/squawks', operation: 'squawk', handle: squawk },
  { host, methods: ['GET'], path: '/v1/squawks', operation: 'list', handle: list },
  { host, methods: ['GET'], path: '/v1/squawks/by-key/{key}', operation: 'byKey', handle: byKey },
  { host, methods: ['GET'], path: '/v1/squawks/{id}', operation: 'read', handle: read },
  { host, methods: ['DELETE'], path: '/v1/squawks/{id}', operation: 'delete', handle: remove },
];

function upload(call: Call): Reply {
  needGrant(call, 'squawk');
  const { body } = call.request;
  if (body.kind !== 'bytes' || body.bytes.length > 1_000_000)
    return error(400, 'invalid', 'Bytes of one image, please');
  const sha256 = createHash('sha256').update(body.bytes).digest('hex');
  const id = call.random.digits(8);
  call.commit((tx) => uploads.put(tx, id, { id, type: 'image', sizeBytes: body.bytes.length, sha256 }));
  return json(201, { id });
}

const shape = {
  page: 'string!',
  text: 'string!',
  key: 'string!',
  media_ids: 'array!',
  volume: 'string',
  reply_to: 'string',
} as const;

function squawk(call: Call): Reply {
  const reading = readParameters(call.request, shape);
  if (!reading.ok) return error(400, 'invalid', `${reading.fault.name} is ${reading.fault.kind}`);
  const { page, text, key, media_ids: mediaIds, reply_to: parentId = null } = reading.values;
  needPage(call, page);
  if ([...text].length > 100) return error(400, 'invalid', 'A squawk has at most 100 characters');
  return call.commit((tx) => {
    if (squawks.all(tx).some((one) => one.key === key)) throw new Refusal(error(409, 'invalid', 'The key was used'));
    const media = mediaIds.map((id) => uploads.get(tx, String(id)));
    if (parentId !== null && squawks.get(tx, parentId)?.page !== page) {
      throw new Refusal(error(400, 'invalid', 'There is nothing to answer'));
    }
    if (media.includes(undefined)) throw new Refusal(error(400, 'invalid', 'An upload is unknown'));
    const id = call.random.digits(12);
    const at = new Date(call.clock.now()).toISOString();
    squawks.put(tx, id, { id, key, page, text, at, isGone: false });
    ledger.add(tx, {
      ...{ platform: 'parrot', account: page, accountId: page, id, url: urlOf(page, id), text },
      media: media.flatMap((one) =>
        one === undefined ? [] : [{ type: one.type, sizeBytes: one.sizeBytes, sha256: one.sha256 }],
      ),
      ...{ parentId, createdAt: at, deletedAt: null },
    });
    return json(201, { id, url: urlOf(page, id) });
  });
}

function list(call: Call): Reply {
  const reading = readParameters(call.request, { page: 'string!', limit: 'integer!' });
  if (!reading.ok) return error(400, 'invalid', `${reading.fault.name} is ${reading.fault.kind}`);
  needPage(call, reading.values.page);
  const lagMs = call.takeFault('listLag') === undefined ? 0 : 60_000;
  const visible = squawks
    .all(call.store)
    .filter((one) => one.page === reading.values.page && !one.isGone && Date.parse(one.at) <= call.clock.now() - lagMs);
  const newest = visible.toSorted((one, other) => other.at.localeCompare(one.at)).slice(0, reading.values.limit);
  return json(200, { squawks: newest.map(squawkData) });
}

function read(call: Call): Reply {
  needGrant(call, 'squawk');
  const squawk = findSquawk(call.store, call.request.params['id'] ?? '');
  return squawk === undefined ? error(404, 'unknown_squawk', 'Nobody heard that') : json(200, squawkData(squawk));
}

const squawkData = (squawk: Squawk): object => ({ ...squawk, url: urlOf(squawk.page, squawk.id) });

function byKey(call: Call): Reply {
  needGrant(call, 'squawk');
  const storedSquawk = squawks.all(call.store).find((one) => one.key === call.request.params['key'] && !one.isGone);
  if (storedSquawk === undefined) return error(404, 'unknown_squawk', 'Nobody heard that');
  return json(200, { id: storedSquawk.id, url: urlOf(storedSquawk.page, storedSquawk.id) });
}

function remove(call: Call): Reply {
  needGrant(call, 'squawk');
  const storedSquawk = squawks.get(call.store, call.request.params['id'] ?? '');
  if (storedSquawk === undefined || storedSquawk.isGone) return error(404, 'unknown_squawk', 'Nobody heard that');
  call.commit((tx) => {
    squawks.put(tx, storedSquawk.id, { ...storedSquawk, isGone: true });
    const key = { platform: 'parrot', accountId: storedSquawk.page, id: storedSquawk.id };
    ledger.markDeleted(tx, key, new Date(call.clock.now()).toISOString());
  });
  return json(200, { deleted: true });
}

/** Undefined if deleted. */
export function findSquawk(reader: Reader, id: string): Squawk | undefined {
  const squawk = squawks.get(reader, id);
  return squawk?.isGone === false ? squawk : undefined;
}

export function addPost(
  { tx, random }: AccountTools,
  { account: page, text, createdAt }: NativePost,
): { id: string; url: string } {
  if (!persons.all(tx).some(({ pages }) => pages.includes(page))) throw new FactsError(`parrot has no page ${page}`);
  const id = random.digits(12);
  const at = new Date(createdAt).toISOString();
  const url = urlOf(page, id);
  squawks.put(tx, id, { id, key: id, page, text, at, isGone: false });
  ledger.add(tx, {
    ...{ platform: 'parrot', account: page, accountId: page, id, url, text, media: [] },
    ...{ parentId: null, createdAt: at, deletedAt: null },
  });
  return { id, url };
}

function urlOf(page: string, id: string): string {
  return `https://parrot.example/${page}/${id}`;
}
