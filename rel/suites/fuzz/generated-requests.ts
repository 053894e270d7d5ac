import fc from 'fast-check';
import { checkInvariants } from '../../check.ts';
import { readApiDescription } from '../../harness/api-description.ts';
import { noFindings, percentile, type Case } from '../../harness/case.ts';
import { watchMemory } from '../../harness/programs/memory.ts';
import type { Api, User } from '../../harness/testbed.ts';
import { inParallel } from '../../harness/wait.ts';
import { openFixture } from '../tenancy/fixture.ts';
import { arbitraryRequest, type FuzzRequest } from './arbitrary-requests.ts';
import { createIdPool, type IdPool } from './id-pool.ts';
import { createResponseCheck, type CheckedResponse } from './response-check.ts';

const figures = { quick: 3000, full: 200_000 };
const batch = 1000;
const atOnce = 8;
const growthMbAim = 50;
const growthMbMax = 300;

export const generatedRequests: Case = {
  id: 'generated-requests',
  about:
    'Generates requests from the API description, half of them with a hostile part, on resources that exist; every response is documented and fits its schema, and none is a 500.',
  run: async (testbed, { tier, random, overrides }) => {
    const count = overrides.get('requests') ?? figures[tier];
    const findings = noFindings();
    await using fixture = await openFixture(testbed);
    const { api, database, tenant, own } = fixture;
    const description = await readApiDescription(api.baseUrl);
    const check = createResponseCheck(description);
    const arbitrary = arbitraryRequest(description);
    const { body: keys } = await api.call(tenant, 'GET', '/v1/api-keys');
    const pool = createIdPool(own, JSON.stringify(keys));
    const statuses = new Map<number, number>();
    const durations: number[] = [];
    const succeeded = new Set<string>();
    await using memory = watchMemory(api.child.pid);
    let warmMb = 0;
    for (let done = 0; done < count; done += batch) {
      const numRuns = Math.min(batch, count - done);
      const requests = fc.sample(arbitrary, { numRuns, seed: random.between(0, 2 ** 31 - 1) });
      await inParallel(requests, atOnce, async (request) => {
        const startedMs = performance.now();
        const response = await send(api, tenant, { request, pool, mayDelete: done >= count * 0.9 });
        durations.push(performance.now() - startedMs);
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        if (response.status < 300) succeeded.add(request.operation.id);
        for (const fault of check(request.operation, response)) findings.faults.push(`${nameOf(request)}: ${fault}`);
      });
      if (done === 0) warmMb = memory.peakMb();
    }
    const growthMb = memory.peakMb() - warmMb;
    if (growthMb > growthMbAim)
      findings.warnings.push(`the server grew by ${growthMb} MB; the aim is ${growthMbAim} MB`);
    if (growthMb > growthMbMax) findings.faults.push(`the server grew by ${growthMb} MB`);
    findings.counts = {
      ...{ requests: count, operationsThatSucceeded: succeeded.size },
      ...Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b).map(([status, n]) => [`status${status}`, n])),
    };
    findings.times = { growthMb, p99Ms: Math.round(percentile(durations, 0.99)) };
    const violations = await checkInvariants(database.sql, { secrets: [tenant.key], logs: testbed.supervisor.logs() });
    // No worker runs, and requests change endpoints after events were routed to them.
    findings.faults.push(...violations.filter((text) => !/^(no-stuck-|one-delivery)/.test(text)));
    return findings;
  },
};

function nameOf({ operation, isHostile, body, query }: FuzzRequest): string {
  const input = JSON.stringify({ query, body }).slice(0, 300);
  return `${operation.id} (${isHostile ? 'hostile' : 'valid'}) ${input}`;
}

type Sent = { request: FuzzRequest; pool: IdPool; mayDelete: boolean };

async function send({ baseUrl }: Api, { key }: User, { request, pool, mayDelete }: Sent): Promise<CheckedResponse> {
  const { operation, params, query, headers, body } = request;
  const fill = (text: string): string => pool.fill(text, { isDelete: operation.method === 'DELETE', mayDelete });
  const textOf = (value: unknown): string => fill(typeof value === 'string' ? value : JSON.stringify(value));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(textOf(params[name] ?? 'unknown').toWellFormed()),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(isRecord(query) ? query : {})) {
    if (value !== undefined) search.set(name, textOf(Array.isArray(value) ? value.join() : value).slice(0, 3000));
  }
  const sent = Object.entries(headers).map(([name, value]) => [name, textOf(value)]);
  const response = await fetch(`${baseUrl}${path}${search.size === 0 ? '' : `?${search.toString()}`}`, {
    method: operation.method,
    headers: {
      ...(Object.fromEntries(sent) as Record<string, string>),
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: fill(JSON.stringify(body)) }),
  });
  const text = await response.text();
  pool.add(text);
  return { status: response.status, contentType: response.headers.get('content-type') ?? '', text };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
