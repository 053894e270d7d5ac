import { manualClock } from '../../../kernel/time/clock.ts';
import type { PlatformReply, PlatformRequest } from '../../../kernel/outbound/platform-http.ts';
import { parsePlatformJson } from '../../../kernel/outbound/platform-json.ts';
import { seededRandom } from '../../../kernel/crypto/random.ts';
import type { AccountCall, CallAccount, Media, Post } from '../../adapter.ts';

export type Sent = PlatformRequest & { form: URLSearchParams; text: string };
export type Respond = (request: Sent) => PlatformReply | Promise<PlatformReply>;

type Fake = { call: AccountCall; sent: Sent[]; clock: ReturnType<typeof manualClock> };
type Options = { account: CallAccount; hosts: Record<string, string>; apiVersion?: string; respond: Respond };

/** The world of an adapter in memory: a function answers what it sends, and all of that is kept. */
export function fakeCall({ account, hosts, apiVersion = '', respond }: Options): Fake {
  const sent: Sent[] = [];
  const clock = manualClock(new Date('2026-10-01T12:00:00Z'));
  const call: AccountCall = {
    http: {
      send: async (request) => {
        const text = await readBody(request);
        const seen = { ...request, text, form: new URLSearchParams(text) };
        sent.push(seen);
        return await respond(seen);
      },
    },
    clock,
    random: seededRandom('fake'),
    credentials: { CLIENT_ID: 'app', CLIENT_SECRET: 'secret' },
    hosts,
    apiVersion,
    account,
  };
  return { call, sent, clock };
}

export function answer(json: unknown, status = 200, headers: Record<string, string> = {}): PlatformReply {
  return answerText(JSON.stringify(json), status, { 'content-type': 'application/json', ...headers });
}

export function answerText(text: string, status = 200, headers: Record<string, string> = {}): PlatformReply {
  return { kind: 'answer', status, headers, bytes: Buffer.from(text), text, json: parsePlatformJson(text) };
}

export const lost: PlatformReply = { kind: 'noAnswer', reason: 'the connection broke' };
export const notSent: PlatformReply = { kind: 'notSent', reason: 'no such host' };

export function fakeMedia(facts: Partial<Media> = {}): Media {
  const type = facts.type ?? 'image';
  return {
    type,
    contentType: type === 'video' ? 'video/mp4' : 'image/jpeg',
    sizeBytes: 3,
    url: `https://herald.example/${type}`,
    open: async function* () {
      yield await Promise.resolve(Buffer.from('abc'));
    },
    ...facts,
  };
}

export function fakePost(post: Partial<Post> = {}): Post {
  return { text: 'Hello', title: '', media: [], tags: [], thread: [], settings: {}, ...post };
}

async function readBody({ body }: PlatformRequest): Promise<string> {
  if (body === undefined) return '';
  const content = body.open();
  if (content instanceof Uint8Array) return Buffer.from(content).toString('utf8');
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}
