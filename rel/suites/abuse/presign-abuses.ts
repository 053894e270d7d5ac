import type { RawResponse } from '../../harness/network/raw-http.ts';
import type { User } from '../../harness/testbed.ts';
import { waitUntil } from '../../harness/wait.ts';
import { forbidden, expiredUrl, invalid, malformed, simple, type Expected } from './expected.ts';
import { dot, endless } from './forms.ts';
import type { Fixture } from './fixture.ts';
import { presign, put, sign, type Ticket } from './tickets.ts';

export type Attempt = { fixture: Fixture; user: User; stranger: User; ticket: Ticket };

export type PresignAbuse = {
  name: string;
  size?: number;
  run(attempt: Attempt): Promise<RawResponse>;
  expected: Expected;
  /** Uses up the ticket, which must otherwise still work. */
  isSpent?: boolean;
};

const longer = Buffer.concat([dot, Buffer.alloc(1)]);
const later = '2999-01-01T00:00:00.000Z';
const announced = invalid(/Content-Type must be image\/gif/);
const html = Buffer.from('<html><script>alert(1)</script>');
const to = (token: string): string => `/v1/media/uploads/${token}`;
const tokenOf = (change: (token: string) => string): PresignAbuse['run'] => {
  return ({ fixture, ticket }) => put(fixture, to(change(ticket.token)), { body: dot });
};
const bent = (share: number): PresignAbuse['run'] =>
  tokenOf((token) => {
    const at = Math.floor((token.length - 1) * share);
    return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
  });
const signed = (
  parts: (attempt: Attempt) => string[],
  more: { binding?: string; isOfAnotherHerald?: boolean } = {},
): PresignAbuse['run'] => {
  return async (attempt) => {
    const token = await sign(attempt.fixture, attempt.user, { parts: parts(attempt), ...more });
    return put(attempt.fixture, to(token), { body: dot });
  };
};

const bytes: readonly PresignAbuse[] = [
  {
    name: 'a byte more',
    size: dot.length,
    run: ({ fixture, ticket }) => put(fixture, ticket.path, { body: longer }),
    expected: invalid(/larger than/),
  },
  {
    name: 'a byte less',
    size: dot.length,
    run: ({ fixture, ticket }) => put(fixture, ticket.path, { body: dot.subarray(0, -1) }),
    expected: invalid(/were declared/),
  },
  {
    name: 'nothing',
    size: dot.length,
    run: ({ fixture, ticket }) => put(fixture, ticket.path, { body: Buffer.alloc(0) }),
    expected: invalid(/were declared/),
  },
  {
    name: 'nothing where any length goes',
    run: ({ fixture, ticket }) => put(fixture, ticket.path, { body: Buffer.alloc(0) }),
    expected: invalid(/empty/),
  },
  {
    name: 'something where nothing was announced',
    size: 0,
    run: ({ fixture, ticket }) => put(fixture, ticket.path, { body: dot }),
    expected: invalid(/larger than 0/),
  },
  {
    name: 'endless bytes',
    size: dot.length,
    run: ({ fixture, ticket }) =>
      put(fixture, ticket.path, { body: endless(dot, Buffer.alloc(1000)), length: 5_368_709_120 }),
    expected: invalid(/larger than/),
  },
  {
    name: 'fewer bytes than the request says',
    run: ({ fixture, ticket }) => put(fixture, ticket.path, { body: dot, length: 1000, isCut: true }),
    expected: malformed,
  },
  {
    name: 'an announced length, and a request cut short',
    size: dot.length,
    run: ({ fixture, ticket }) =>
      put(fixture, ticket.path, { body: dot.subarray(0, 20), length: dot.length, isCut: true }),
    expected: malformed,
  },
  {
    name: 'HTML',
    run: ({ fixture, ticket }) => put(fixture, ticket.path, { body: html }),
    expected: invalid(/markup/),
  },
  {
    name: 'another kind of image',
    run: ({ fixture, ticket }) =>
      put(fixture, ticket.path, { body: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') }),
    expected: invalid(),
  },
  {
    name: 'a form',
    run: ({ fixture, ticket }) =>
      put(fixture, ticket.path, { body: dot, contentType: 'multipart/form-data; boundary=b' }),
    expected: announced,
  },
];

const heads: readonly PresignAbuse[] = [
  ...[
    null,
    '',
    'image/png',
    'text/html',
    'image/svg+xml',
    'image/gif2',
    'application/octet-stream',
    'image/*',
    '__proto__',
    'constructor',
  ].map((contentType): PresignAbuse => ({
    name: `the type ${JSON.stringify(contentType)}`,
    run: ({ fixture, ticket }) => put(fixture, ticket.path, { body: dot, contentType }),
    expected: announced,
  })),
  {
    name: 'packed',
    run: ({ fixture, ticket }) => put(fixture, ticket.path, { body: dot, headers: ['Content-Encoding: gzip'] }),
    expected: simple(415, 'Unsupported content encoding'),
  },
  {
    name: 'another method',
    run: ({ fixture, ticket }) => put(fixture, ticket.path, { body: dot, method: 'POST' }),
    expected: simple(405, 'Method not allowed'),
  },
  {
    name: 'to the public address',
    run: ({ fixture, ticket }) => put(fixture, ticket.publicPath, { body: dot }),
    expected: simple(405, 'Method not allowed'),
  },
  {
    name: 'to the key',
    run: ({ fixture, ticket }) => put(fixture, to(ticket.key), { body: dot }),
    expected: forbidden,
  },
];

const tokens: readonly PresignAbuse[] = [
  ...[0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.97].map((share): PresignAbuse => ({
    name: `a token with another letter at ${share}`,
    run: bent(share),
    expected: forbidden,
  })),
  { name: 'a token without its signature', run: tokenOf((token) => token.split('.')[0] ?? ''), expected: forbidden },
  { name: 'a token with an empty signature', run: tokenOf((token) => `${token.split('.')[0]}.`), expected: forbidden },
  { name: 'a token without its parts', run: tokenOf((token) => `.${token.split('.')[1]}`), expected: forbidden },
  { name: 'a token twice', run: tokenOf((token) => `${token}.${token}`), expected: forbidden },
  { name: 'a token in small letters', run: tokenOf((token) => token.toLowerCase()), expected: forbidden },
  { name: 'a token of 4000 letters', run: tokenOf(() => 'A'.repeat(4000)), expected: forbidden },
  { name: 'a token that is a path', run: tokenOf(() => '..%2f..%2fmedia'), expected: forbidden },
  {
    name: 'an expired token',
    run: signed(({ user, ticket }) => [user.ownerId, ticket.key, 'image/gif', '2020-01-01T00:00:00.000Z']),
    expected: expiredUrl,
  },
  {
    name: 'a token that never expires, to the key of another user',
    run: signed(({ stranger, ticket }) => [stranger.ownerId, ticket.key, 'image/gif', later]),
    expected: expiredUrl,
  },
  {
    name: 'a token to a key that nobody has',
    run: signed(({ user }) => [user.ownerId, 'nobody-nothing.gif', 'image/gif', later]),
    expected: expiredUrl,
  },
  {
    name: 'a token to a key outside of the store',
    run: signed(({ user }) => [user.ownerId, '../../../evil.gif', 'image/gif', later]),
    expected: expiredUrl,
  },
  {
    name: 'a token of another Herald',
    run: signed(({ user, ticket }) => [user.ownerId, ticket.key, 'image/gif', later], { isOfAnotherHerald: true }),
    expected: forbidden,
  },
  {
    name: 'a token signed for something else',
    run: signed(({ user, ticket }) => [user.ownerId, ticket.key, 'image/gif', later], { binding: 'usr_1' }),
    expected: forbidden,
  },
  {
    name: 'a token with parts missing',
    run: signed(({ user, ticket }) => [user.ownerId, ticket.key]),
    expected: forbidden,
  },
  {
    name: 'a token whose end is no date',
    run: signed(({ user, ticket }) => [user.ownerId, ticket.key, 'image/gif', 'never']),
    expected: expiredUrl,
  },
];

const rows: readonly PresignAbuse[] = [
  {
    name: 'a row whose time is over',
    run: async ({ fixture, ticket }) => {
      await fixture.database.sql(`UPDATE media SET expires_at = now() - interval '1 second' WHERE key = $1`, [
        ticket.key,
      ]);
      return put(fixture, ticket.path, { body: dot });
    },
    expected: expiredUrl,
    isSpent: true,
  },
  {
    name: 'a row that is gone',
    run: async ({ fixture, ticket }) => {
      await fixture.database.sql('DELETE FROM media WHERE key = $1', [ticket.key]);
      return put(fixture, ticket.path, { body: dot });
    },
    expected: expiredUrl,
    isSpent: true,
  },
  {
    name: 'a ticket used again',
    run: async ({ fixture, ticket }) => {
      await put(fixture, ticket.path, { body: dot });
      return put(fixture, ticket.path, { body: dot });
    },
    expected: expiredUrl,
    isSpent: true,
  },
  {
    name: 'a used ticket with other bytes',
    run: async ({ fixture, ticket }) => {
      await put(fixture, ticket.path, { body: dot });
      return put(fixture, ticket.path, { body: longer });
    },
    expected: expiredUrl,
    isSpent: true,
  },
  { name: 'a ticket that somebody is using', run: whileInUse, expected: expiredUrl, isSpent: true },
  {
    name: 'a ticket of another user, whose file is refused',
    run: async ({ fixture, stranger }) => put(fixture, (await presign(fixture, stranger)).path, { body: html }),
    expected: invalid(/markup/),
  },
];

export const presignAbuses: readonly PresignAbuse[] = [...bytes, ...heads, ...tokens, ...rows];

async function whileInUse({ fixture, ticket }: Attempt): Promise<RawResponse> {
  const isTried = Promise.withResolvers<void>();
  const slowly = async function* (): AsyncGenerator<Uint8Array> {
    yield dot.subarray(0, 20);
    await isTried.promise;
    yield dot.subarray(20);
  };
  const first = put(fixture, ticket.path, { body: slowly(), length: dot.length });
  const isClaimed = async (): Promise<boolean> =>
    (await fixture.database.sql('SELECT 1 FROM media WHERE key = $1 AND claim_token IS NOT NULL', [ticket.key]))
      .length > 0;
  await waitUntil('the claim of the first', 5000, isClaimed);
  const second = await put(fixture, ticket.path, { body: dot });
  isTried.resolve();
  const { status, text } = await first;
  return status === 200 ? second : { ...second, status, text: `the first upload: ${text}` };
}
