import { after, describe } from 'node:test';
import { chosenCases } from '../chosen-cases.ts';
import { newAccount } from '../people.ts';
import { startPlatformFixture } from '../platform-fixture.ts';
import { afterwardsSuite } from './afterwards.ts';
import { externalPostsSuite } from './external-posts.ts';
import { analyticsSuite } from './analytics.ts';
import { boardsSuite } from './boards.ts';
import { routesSuite, secretsSuite } from './closing.ts';
import { commentsSuite } from './comments.ts';
import { connectSuite } from './connect.ts';
import { eventsSuite } from './events.ts';
import { inboxSuite } from './inbox.ts';
import { offlineSuite } from './offline.ts';
import { pollFaultsSuite } from './poll-faults.ts';
import { prepareFaultsSuite } from './prepare-faults.ts';
import { privateRepliesSuite } from './private-replies.ts';
import { publishSuite } from './publish.ts';
import { refreshSuite } from './refresh.ts';
import { sendFaultsSuite } from './send-faults.ts';
import { checksOf } from './suite.ts';

/** Order matters: the last suite checks the results of all others. */
const suites = [
  connectSuite,
  refreshSuite,
  publishSuite,
  prepareFaultsSuite,
  sendFaultsSuite,
  pollFaultsSuite,
  afterwardsSuite,
  externalPostsSuite,
  boardsSuite,
  commentsSuite,
  eventsSuite,
  inboxSuite,
  privateRepliesSuite,
  analyticsSuite,
  offlineSuite,
  routesSuite,
];

/** `good`: no fault. */
export async function describePlatforms(isChosen: (fault: string) => boolean): Promise<void> {
  const fixtures = await Promise.all(chosenCases().map(startPlatformFixture));
  // Loading and compiling must not count against short timeouts.
  for (const fixture of fixtures) await newAccount(fixture).catch(() => undefined);

  // Most time is spent waiting for responses that never arrive.
  describe('platforms', { concurrency: 5 }, () => {
    for (const fixture of fixtures) {
      describe(fixture.adapter.name, { concurrency: 1 }, () => {
        after(() => fixture.close());
        const check = checksOf(fixture, isChosen);
        for (const suite of suites) suite(fixture, check);
        // Always runs, because any check may leak a secret.
        secretsSuite(
          fixture,
          checksOf(fixture, () => true),
        );
      });
    }
  });
}
