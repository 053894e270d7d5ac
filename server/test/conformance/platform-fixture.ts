import assert from 'node:assert/strict';
import { manualClock } from '../../src/kernel/time/clock.ts';
import { operatorPolicy } from '../../src/kernel/outbound/address-policy.ts';
import { createHttpClient } from '../../src/kernel/outbound/http-client.ts';
import type { PlatformHttp, PlatformReply, PlatformRequest } from '../../src/kernel/outbound/platform-http.ts';
import { seededRandom } from '../../src/kernel/crypto/random.ts';
import type { AccountCall, Call, PlatformAdapter, Post, RemoteAccount } from '../../src/platforms/adapter.ts';
import { createPlatforms } from '../../src/platforms/platforms.ts';
import { noCounts } from '../no-counts.ts';
import { startTestSandbox, type TestSandbox } from '../sandbox.ts';
import { serveFixtures, type Fixtures } from './fixtures.ts';
import { withAccountSettings } from './with-account-settings.ts';
import type { PlatformCase } from './platform-case.ts';
import { collectSecrets, newTranscript, overheard, type Transcript } from './transcript.ts';

export type PlatformFixture = {
  platformCase: PlatformCase;
  adapter: PlatformAdapter;
  sandbox: TestSandbox;
  files: Fixtures;
  transcript: Transcript;
  call(edge?: Edge): Call;
  as(account: RemoteAccount, edge?: Edge): AccountCall;
  /** Prepares the account once. */
  prepareAccount(account: RemoteAccount): Promise<void>;
  browserUrl(url: string): string;
  now(): Date;
  advance(ms: number): Promise<void>;
  fault(kind: string, operation: string, more?: object): Promise<void>;
  laterFault(kind: string, operation: string, more: { skip: number; value?: number }): Promise<Edge>;
  /** Fails when a fault was set but not triggered. */
  settleFaults(): Promise<void>;
  /** Includes deleted posts, but no replies. */
  ledger(account: RemoteAccount): Promise<LedgerPost[]>;
  replies(account: RemoteAccount): Promise<LedgerPost[]>;
  requests(operation: string): Promise<LoggedRequest[]>;
  post(name: string): Post;
  newName(): string;
  /** Creates or changes a sandbox account; returns its ID. */
  facts(name: string, facts: object): Promise<string>;
  close(): Promise<void>;
};

/** Alters requests: with a short timeout, to a closed port, or with the test's own replies. */
export type Edge = {
  timeoutMs?: number;
  isOffline?: true;
  respond?(request: PlatformRequest, ask: PlatformHttp['send']): Promise<PlatformReply>;
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

export async function startPlatformFixture(platformCase: PlatformCase): Promise<PlatformFixture> {
  const transcript = newTranscript();
  const settingsByAccount = new Map<string, Post['settings']>();
  const adapter = overheard(withAccountSettings(platformCase.adapter, settingsByAccount), transcript);
  for (const { isSecret, sandboxValue } of adapter.settings) if (isSecret) transcript.secrets.add(sandboxValue);
  const { name: platform } = adapter;
  const fixtures = await serveFixtures();
  const sandbox = await startTestSandbox({ heraldOrigins: () => [fixtures.origin], clock: startAt });
  const trusted = createHttpClient({ policy: operatorPolicy });
  const clock = manualClock(startAt);
  const open = (url: string) => {
    const common = { adapters: [adapter], config: {}, credentials: {}, guarded: trusted, trusted, clock };
    const random = seededRandom(`conformance ${platform}`);
    const entry = createPlatforms({
      ...common,
      random,
      counts: noCounts,
      sandbox: () => ({ url, browserUrl: url }),
    }).find(platform);
    assert.ok(entry);
    return entry;
  };
  const online = open(sandbox.url);
  // Nothing listens on this port.
  const offline = open(`http://127.0.0.1:${await freePort()}/sandbox`);
  const call: PlatformFixture['call'] = (edge = {}) => {
    const fullCall = (edge.isOffline === true ? offline : online).call({ sandbox: true });
    return { ...fullCall, http: bent(fullCall.http, edge, (reply) => collectSecrets(reply, transcript)) };
  };
  const as: PlatformFixture['as'] = (account, edge) => {
    const { providerAccountId, username, grantedScopes, tokens, state } = account;
    return { ...call(edge), account: { providerAccountId, username, grantedScopes, tokens, state } };
  };
  const ledgerOf = async (account: RemoteAccount): Promise<LedgerPost[]> => {
    const query = new URLSearchParams({ platform, account: account.providerAccountId });
    return (await sandbox.control('GET', `ledger?${query.toString()}`)).posts;
  };
  let count = 0;
  return {
    platformCase,
    adapter,
    sandbox,
    files: fixtures,
    transcript,
    call,
    as,
    prepareAccount: async (account) => {
      const { providerAccountId } = account;
      if (platformCase.prepareAccount === undefined || settingsByAccount.has(providerAccountId)) return;
      settingsByAccount.set(providerAccountId, await platformCase.prepareAccount(adapter, as(account)));
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
        respond: async (request, ask) => {
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
      const example = platformCase.posts.find((one) => one.name === name);
      assert.ok(example, `${platform} has no example post ${name}`);
      return example.post(fixtures);
    },
    facts: async (name, facts) => {
      const accounts = [{ name: platformCase.factsName?.(name) ?? name, ...facts }];
      const created = (await sandbox.control('POST', 'accounts', { platform, accounts })) as {
        accounts: { id: string }[];
      };
      return created.accounts[0]?.id ?? '';
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

function bent(http: PlatformHttp, { timeoutMs, respond }: Edge, hear: Hear): PlatformHttp {
  const ask: PlatformHttp['send'] = async (request) => {
    const reply = await http.send(timeoutMs === undefined ? request : { ...request, timeoutMs });
    hear(reply);
    return reply;
  };
  return { send: (request) => (respond === undefined ? ask(request) : respond(request, ask)) };
}

async function freePort(): Promise<number> {
  const fixtures = await serveFixtures();
  await fixtures.close();
  return Number(new URL(fixtures.origin).port);
}
