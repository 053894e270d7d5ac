import assert from 'node:assert/strict';
import type { Suite } from './suite.ts';

type Route = { platform: string; operation: string; calls: number };

/** Runs last: searches everything that was recorded. */
export const secretsSuite: Suite = (fixture, check) => {
  const { adapter, sandbox, transcript } = fixture;

  check(['secrets'], 'no result of an adapter contains a secret', async () => {
    assert.ok(transcript.texts.size > 0);
    const texts = [...transcript.texts];
    const leaks = [...transcript.secrets].filter((secret) => texts.some((text) => text.includes(secret)));
    assert.deepEqual(leaks, []);
  });

  check(['secrets'], 'the sandbox logs contain no secret', async () => {
    const log = JSON.stringify(await sandbox.control('GET', `requests?platform=${adapter.name}&limit=2000`));
    assert.deepEqual(
      [...transcript.secrets].filter((secret) => log.includes(secret)),
      [],
    );
  });
};

/** Runs last: checks all calls. */
export const routesSuite: Suite = (fixture, check) => {
  const { adapter, platformCase, sandbox } = fixture;

  check(['routes'], 'every route of the sandbox was called, apart from those listed as unused', async () => {
    const { routes } = (await sandbox.control('GET', 'routes')) as { routes: Route[] };
    const own = routes.filter(({ platform }) => platform === adapter.name);
    assert.ok(own.length > 0, `the sandbox has no platform ${adapter.name}`);
    const uncalled = own.filter(({ calls }) => calls === 0).map(({ operation }) => operation);
    assert.deepEqual(uncalled, platformCase.unused ?? []);
  });
};
