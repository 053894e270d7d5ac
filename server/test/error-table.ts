import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlatformReply } from '../src/kernel/outbound/platform-http.ts';
import type { Outcome, Step } from '../src/platforms/adapter.ts';

/** The publish engine treats each cause of a refusal differently. */
const kindsOf = {
  operator: ['appProblem'],
  account: ['disconnected', 'scopeMissing'],
  post: ['rejected'],
  wait: ['rateLimited'],
  retry: ['notDone', 'preparationLost'],
  doubt: ['unknown'],
} as const;

type Category = keyof typeof kindsOf;
type Result = Outcome | Step;

type ErrorCase = {
  name: string;
  reply: PlatformReply;
  /** Default: the send. */
  during?: 'prepare' | 'poll' | 'sendVideo';
  outcome: Record<string, unknown>;
};

/** `none`: why the category has no case. */
type ErrorCases = Readonly<Record<Category, readonly ErrorCase[] | { none: string }>>;

type Requests = Readonly<Record<string, (reply: PlatformReply) => Promise<Result>>>;

export function testErrorTable(requests: Requests, cases: ErrorCases): void {
  for (const [category, rows] of Object.entries(cases)) {
    if ('none' in rows) continue;
    for (const { name, reply, during = 'send', outcome: expected } of rows) {
      test(`${category}: ${name}`, async () => {
        const outcome = await requests[during]?.(reply);
        assert.ok(outcome !== undefined, `the test has no request named ${during}`);
        assert.ok((kindsOf[category as Category] as readonly string[]).includes(outcome.kind), JSON.stringify(outcome));
        assert.partialDeepStrictEqual(outcome, expected);
      });
    }
  }
}
