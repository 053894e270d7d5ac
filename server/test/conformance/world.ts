import assert from 'node:assert/strict';
import { manualClock } from '../../src/kernel/time/clock.ts';
import { operatorPolicy } from '../../src/kernel/outbound/address-policy.ts';
import { createHttpClient } from '../../src/kernel/outbound/http-client.ts';
import type { PlatformHttp, PlatformReply, PlatformRequest } from '../../src/kernel/outbound/platform-http.ts';
import { seededRandom } from '../../src/kernel/crypto/random.ts';
import type { AccountCall, Call, PlatformAdapter, Post, RemoteAccount } from '../../src/platforms/adapter.ts';
import { createPlatforms } from '../../src/platforms/platforms.ts';
import { startTestSandbox, type TestSandbox } from '../sandbox.ts';
import { serveFixtures, type Fixtures } from './fixtures.ts';
import { placed } from './placed.ts';
import type { PlatformCase } from './platform-case.ts';
import { collectSecrets, newTranscript, overheard, type Transcript } from './transcript.ts';

/** One network, the sandbox that stands in for it, and a clock that both go by. */
export type World = {
  given: PlatformCase;
  adapter: PlatformAdapter;
  sandbox: TestSandbox;
  fixtures: Fixtures;
  transcript: Transcript;
  call(edge?: Edge): Call;
  as(account: RemoteAccount, edge?: Edge): AccountCall;
  /** Makes what an account needs before it can post, unless that was done before. */
  place(account: RemoteAccount): Promise<void>;
  /** Where a person's browser finds it. */
  browserUrl(url: string): string;
  now(): Date;
  advance(ms: number): Promise<void>;
  fault(kind: string, operation: string, more?: object): Promise<void>;
  /** An edge at which the fault waits until so many calls of its operation have gone well. */
  laterFault(kind: string, operation: string, more: { skip: number; value?: number }): Promise<Edge>;
  /** Fails when a fault was set that no request has met. */
  settleFaults(): Promise<void>;
  /** Posts of an account, deleted ones too, without what hangs on them. */
  ledger(account: RemoteAccount): Promise<LedgerPost[]>;
  replies(account: RemoteAccount): Promise<LedgerPost[]>;
  requests(operation: string): Promise<LoggedRequest[]>;
  post(name: string): Post;
  newName(): string;
  /** Makes an account of the sandbox, or changes one; answers its id. */
  facts(name: string, facts: object): Promise<string>;
  close(): Promise<void>;
};

/** How a call is bent on its way: cut short, sent to where nobody listens, or answered by somebody else. */
export type Edge = {
  timeoutMs?: number;
  isOffline?: true;
  answer?(request: PlatformRequest, ask: PlatformHttp['send']): Promise<PlatformReply>;
};

export type LedgerPost = {
  id: string;
  url: string;
  text: string;
  media: readonly { type: string; sizeBytes: number; sha256: string }[];
  parentId: string | null;
  deletedAt: string | null;
};

type LoggedRequest = { operation: string | null; body: object | null };

type Route = { platform: string; operation: string; calls: number };

const startAt = new Date('2026-03-02T09:00:00.000Z');

export async function startWorld(given: PlatformCase): Promise<World> {
  const transcript = newTranscript();
  const places = new Map<string, Post['settings']>();
  const adapter = overheard(placed(given.adapter, places), transcript);
  for (const { isSecret, sandboxValue } of adapter.settings) if (isSecret) transcript.secrets.add(sandboxValue);
  const { name: platform } = adapter;
  const fixtures = await serveFixtures();
  const sandbox = await startTestSandbox({ heraldOrigins: () => [fixtures.origin], clock: startAt });
  const trusted = createHttpClient({ policy: operatorPolicy });
  const clock = manualClock(startAt);
  const open = (url: string) => {
    const common = { adapters: [adapter], config: {}, credentials: {}, guarded: trusted, trusted, clock };
    const random = seededRandom(`conformance ${platform}`);
    const found = createPlatforms({ ...common, random, sandbox: () => ({ url, browserUrl: url }) }).find(platform);
    assert.ok(found);
    return found;
  };
  const online = open(sandbox.url);
  // A port that was free a moment ago, and that nobody listens on.
  const offline = open(`http://127.0.0.1:${await freePort()}/sandbox`);
  const call: World['call'] = (edge = {}) => {
    const whole = (edge.isOffline === true ? offline : online).call({ sandbox: true });
    return { ...whole, http: bent(whole.http, edge, (reply) => collectSecrets(reply, transcript)) };
  };
  const as: World['as'] = (account, edge) => {
    const { providerAccountId, username, grantedScopes, tokens, state } = account;
    return { ...call(edge), account: { providerAccountId, username, grantedScopes, tokens, state } };
  };
  const ledgerOf = async (account: RemoteAccount): Promise<LedgerPost[]> => {
    const query = new URLSearchParams({ platform, account: account.providerAccountId });
    return (await sandbox.control('GET', `ledger?${query.toString()}`)).posts;
  };
  let count = 0;
  return {
    given,
    adapter,
    sandbox,
    fixtures,
    transcript,
    call,
    as,
    place: async (account) => {
      const { providerAccountId } = account;
      if (given.place === undefined || places.has(providerAccountId)) return;
      places.set(providerAccountId, await given.place(adapter, as(account)));
    },
    browserUrl: (url) => online.browserUrl(url, { sandbox: true }),
    now: () => clock.now(),
    advance: async (ms) => {
      clock.advance(ms);
      await sandbox.advance(ms);
    },
    fault: (kind, operation, more = {}) => sandbox.fault(platform, kind, { operation, ...more }),
    laterFault: async (kind, operation, { skip, ...more }) => {
      const callCount = async (): Promise<number> => {
        const { routes } = (await sandbox.control('GET', 'routes')) as { routes: Route[] };
        return routes.find((one) => one.platform === platform && one.operation === operation)?.calls ?? 0;
      };
      const until = (await callCount()) + skip;
      let isSet = false;
      return {
        answer: async (request, ask) => {
          if (!isSet && (await callCount()) >= until) {
            isSet = true;
            await sandbox.fault(platform, kind, { operation, ...more });
          }
          return await ask(request);
        },
      };
    },
    settleFaults: async () => {
      const { faults } = await sandbox.control('GET', 'faults');
      await sandbox.control('DELETE', 'faults');
      const unmet = (faults as { kind: string; operation: string }[]).map((one) => `${one.kind} on ${one.operation}`);
      assert.deepEqual(unmet, [], 'faults that no request has met');
    },
    ledger: async (account) => (await ledgerOf(account)).filter((post) => post.parentId === null),
    replies: async (account) => (await ledgerOf(account)).filter((post) => post.parentId !== null),
    requests: async (operation) => {
      const { requests } = await sandbox.control('GET', `requests?platform=${platform}&limit=2000`);
      return (requests as LoggedRequest[]).filter((request) => request.operation === operation);
    },
    post: (name) => {
      const example = given.posts.find((one) => one.name === name);
      assert.ok(example, `${platform} has no example post ${name}`);
      return example.post(fixtures);
    },
    facts: async (name, facts) => {
      const accounts = [{ name: given.factsName?.(name) ?? name, ...facts }];
      const made = (await sandbox.control('POST', 'accounts', { platform, accounts })) as {
        accounts: { id: string }[];
      };
      return made.accounts[0]?.id ?? '';
    },
    newName: () => `${platform}person${(count += 1)}`,
    close: async () => {
      await sandbox.close();
      await fixtures.close();
      await trusted.close();
    },
  };
}

type Hear = (reply: PlatformReply) => void;

function bent(http: PlatformHttp, { timeoutMs, answer }: Edge, hear: Hear): PlatformHttp {
  const ask: PlatformHttp['send'] = async (request) => {
    const reply = await http.send(timeoutMs === undefined ? request : { ...request, timeoutMs });
    hear(reply);
    return reply;
  };
  return { send: (request) => (answer === undefined ? ask(request) : answer(request, ask)) };
}

async function freePort(): Promise<number> {
  const fixtures = await serveFixtures();
  await fixtures.close();
  return Number(new URL(fixtures.origin).port);
}
