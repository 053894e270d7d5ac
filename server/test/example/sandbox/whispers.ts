import { FactsError, type Audience, type Call, type Route } from '../../../../sandbox/src/core/platform.ts';
import type { Random } from '../../../../sandbox/src/core/state/random.ts';
import { collection, type Reader, type Tx } from '../../../../sandbox/src/core/state/store.ts';
import { readParameters } from '../../../../sandbox/src/core/wire/parameters.ts';
import { json, Refusal, type Reply } from '../../../../sandbox/src/core/wire/reply.ts';
import { followers, needEcho } from './echoes.ts';
import { error, faults } from './errors.ts';
import { needPage, persons } from './grants.ts';

type Thread = { id: string; page: string; bird: string; updatedAt: number };
type Attachment = { kind: string; url: string };
type Whisper = {
  id: string;
  thread: string;
  isFromPage: boolean;
  text: string | null;
  attachment: Attachment | null;
  echo: string | null;
  at: number;
};

const threads = collection<Thread>('parrot/threads');
const whispers = collection<Whisper>('parrot/whispers');
const host = 'api.parrot.example';
const bytesMax = 200;
const shownMax = 30;
const windowMs = 24 * 3_600_000;
const echoWindowMs = 3 * 24 * 3_600_000;
const hourMs = 3_600_000;
const perHourMax = 10;

export const whisperRoutes: readonly Route[] = [
  { host, methods: ['GET'], path: '/v1/threads', operation: 'listThreads', handle: list },
  { host, methods: ['GET'], path: '/v1/threads/{id}', operation: 'getThread', handle: get },
  { host, methods: ['POST'], path: '/v1/threads/{id}/whispers', operation: 'whisper', handle: whisper },
  { host, methods: ['POST'], path: '/v1/echoes/{id}/whispers', operation: 'whisperBack', handle: whisperBack },
];

function list(call: Call): Reply {
  const reading = readParameters(call.request, { page: 'string!', after: 'string!', limit: 'integer!' });
  if (!reading.ok) return error(400, 'invalid', `${reading.fault.name} is ${reading.fault.kind}`);
  const { page, after, limit } = reading.values;
  needPage(call, page);
  const ordered = threads
    .all(call.store)
    .filter((thread) => thread.page === page)
    .sort((one, other) => other.updatedAt - one.updatedAt);
  const start = after === '' ? 0 : ordered.findIndex(({ id }) => id === after) + 1;
  const shown = ordered.slice(start, start + limit);
  const next = start + limit < ordered.length ? (shown.at(-1)?.id ?? null) : null;
  return json(200, { threads: shown.map((thread) => view(call.store, thread)), next });
}

function get(call: Call): Reply {
  return json(200, view(call.store, needThread(call, call.store)));
}

function whisper(call: Call): Reply {
  const content = readContent(call);
  return call.commit((tx) => {
    const { id } = add(tx, requireAwake(call, tx, needThread(call, tx)), { ...content, echo: null });
    return json(201, { id });
  });
}

/** Once per echo and ten times an hour, even if the bird never whispered. */
function whisperBack(call: Call): Reply {
  const content = readContent(call);
  return call.commit((tx) => {
    const echo = needEcho(call, tx);
    const bird = followers.all(tx).find(({ username }) => username === echo.by);
    if (bird === undefined) throw new Refusal(error(400, 'invalid', 'No bird has echoed that'));
    if (Date.parse(echo.at) <= content.at - echoWindowMs) {
      throw new Refusal(error(403, 'bird_asleep', 'This echo is three days old'));
    }
    const earlier = whispers
      .all(tx)
      .filter((one) => one.echo !== null && threads.get(tx, one.thread)?.page === echo.page);
    if (earlier.some((one) => one.echo === echo.id)) {
      throw new Refusal(error(409, 'already_whispered', 'This echo was whispered back to'));
    }
    const { length } = earlier.filter(({ at }) => at > content.at - hourMs);
    if (length >= perHourMax) throw new Refusal(faults.rateLimit(call, hourMs / 1000));
    const thread = threadWith(call, tx, { page: echo.page, bird: bird.id });
    return json(201, { id: add(tx, thread, { ...content, echo: echo.id }).id });
  });
}

function readContent(call: Call): Omit<Whisper, 'thread' | 'echo'> {
  const refuse = (message: string): never => {
    throw new Refusal(error(400, 'invalid', message));
  };
  const reading = readParameters(call.request, { text: 'string', attachment: 'object' });
  if (!reading.ok) return refuse(`${reading.fault.name} is ${reading.fault.kind}`);
  const { text = null, attachment } = reading.values;
  if ((text === null) === (attachment === undefined)) refuse('Either text or an attachment');
  if (Buffer.byteLength(text ?? '') > bytesMax) refuse(`A whisper has at most ${bytesMax} bytes`);
  const attached = attachment && { kind: String(attachment['kind']), url: String(attachment['url']) };
  return { id: call.random.digits(12), isFromPage: true, text, attachment: attached ?? null, at: call.clock.now() };
}

/** Birds sleep 24 hours after their last whisper. */
function requireAwake({ clock }: Call, reader: Reader, thread: Thread): Thread {
  const latest = whispersOf(reader, thread).find(({ isFromPage }) => !isFromPage);
  if (latest !== undefined && latest.at > clock.now() - windowMs) return thread;
  throw new Refusal(error(403, 'bird_asleep', 'This bird has not whispered for 24 hours'));
}

const whispersOf = (reader: Reader, { id }: Thread): Whisper[] =>
  whispers
    .all(reader)
    .filter(({ thread }) => thread === id)
    .reverse();

function view(reader: Reader, thread: Thread): object {
  const bird = followers.get(reader, thread.bird);
  const shown = whispersOf(reader, thread).slice(0, shownMax);
  return {
    id: thread.id,
    updated: new Date(thread.updatedAt).toISOString(),
    bird: { id: thread.bird, handle: bird?.username ?? '', name: bird?.name ?? '' },
    whispers: shown.map(({ id, isFromPage, text, attachment, at }) => ({
      ...{ id, mine: isFromPage, text, attachment },
      at: new Date(at).toISOString(),
    })),
  };
}

function needThread(call: Call, reader: Reader): Thread {
  const thread = threads.get(reader, call.request.params['id'] ?? '');
  if (thread === undefined) throw new Refusal(error(404, 'unknown_squawk', 'Nobody heard that'));
  needPage(call, thread.page);
  return thread;
}

type Pair = Pick<Thread, 'page' | 'bird'>;

const threadWith = ({ random }: { random: Random }, reader: Reader, pair: Pair): Omit<Thread, 'updatedAt'> =>
  threads.all(reader).find(({ page, bird }) => page === pair.page && bird === pair.bird) ?? {
    id: random.digits(12),
    ...pair,
  };

/** Also creates the thread. */
function add(tx: Tx, thread: Omit<Thread, 'updatedAt'>, content: Omit<Whisper, 'thread'>): Whisper {
  threads.put(tx, thread.id, { ...thread, updatedAt: content.at });
  const added = { ...content, thread: thread.id };
  whispers.put(tx, added.id, added);
  return added;
}

export const messages: NonNullable<Audience['messages']> = {
  accounts: (reader) => persons.all(reader).flatMap(({ pages }) => pages),
  add: ({ tx, clock, random }, { account: page, person, text, attachmentUrl, storyId }) => {
    if (!persons.all(tx).some(({ pages }) => pages.includes(page))) throw new FactsError(`There is no page ${page}`);
    if (storyId !== undefined) throw new FactsError('Parrots have no stories');
    const { id: bird } = followers.put({ tx, random }, person);
    const attachment = attachmentUrl === undefined ? null : { kind: 'image', url: attachmentUrl };
    const content = { id: random.digits(12), isFromPage: false, text: text ?? null, attachment, at: clock.now() };
    const thread = threadWith({ random }, tx, { page, bird });
    const { id } = add(tx, thread, { ...content, echo: null });
    return { id, conversationId: thread.id };
  },
  list: (reader) =>
    whispers.all(reader).flatMap((one) => {
      const thread = threads.get(reader, one.thread);
      if (thread === undefined) return [];
      return {
        ...{ platform: 'parrot', account: thread.page, conversationId: thread.id, id: one.id },
        person: followers.get(reader, thread.bird)?.username ?? thread.bird,
        direction: one.isFromPage ? 'outgoing' : 'incoming',
        ...{ text: one.text ?? '', buttons: [], attachmentUrl: one.attachment?.url ?? null },
        ...{ storyId: null, commentId: one.echo },
        createdAt: new Date(one.at).toISOString(),
      };
    }),
};
