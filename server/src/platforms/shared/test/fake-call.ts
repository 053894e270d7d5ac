import { manualClock } from '../../../kernel/time/clock.ts';
import type { PlatformReply, PlatformRequest } from '../../../kernel/outbound/platform-http.ts';
import { parsePlatformJson } from '../../../kernel/outbound/platform-json.ts';
import { seededRandom } from '../../../kernel/crypto/random.ts';
import type { AccountCall, Call, CallAccount, Media, Post } from '../../adapter.ts';

export type Sent = PlatformRequest & { form: URLSearchParams; text: string };
export type Respond = (request: Sent) => PlatformReply | Promise<PlatformReply>;

const credentials = {
  CLIENT_ID: 'app',
  CLIENT_KEY: 'app',
  CLIENT_SECRET: 'secret',
  BOT_TOKEN: '',
  WEBHOOK_VERIFY_TOKEN: 'verify',
};

type FakeCall<Host extends string> = AccountCall<Call<Host, keyof typeof credentials>>;
type Fake<Host extends string> = { call: FakeCall<Host>; sent: Sent[]; clock: ReturnType<typeof manualClock> };
type Options<Host extends string> = {
  account: CallAccount;
  hosts: Readonly<Record<Host, string>>;
  apiVersion?: string;
  respond: Respond;
};

export function fakeCall<Host extends string>(options: Options<Host>): Fake<Host> {
  const { account, hosts, apiVersion = '', respond } = options;
  const sent: Sent[] = [];
  const clock = manualClock(new Date('2026-10-01T12:00:00Z'));
  const call: FakeCall<Host> = {
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
    credentials,
    hosts,
    apiVersion,
    account,
  };
  return { call, sent, clock };
}

export function jsonReply(json: unknown, status = 200, headers: Record<string, string> = {}): PlatformReply {
  return textReply(JSON.stringify(json), status, { 'content-type': 'application/json', ...headers });
}

export function textReply(text: string, status = 200, headers: Record<string, string> = {}): PlatformReply {
  return { kind: 'response', status, headers, bytes: Buffer.from(text), text, json: parsePlatformJson(text) };
}

export const lost: PlatformReply = { kind: 'noResponse', reason: 'the connection broke' };
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
