import assert from 'node:assert/strict';
import type { Suite } from './suite.ts';

type Route = { platform: string; operation: string; calls: number };

/** What only the whole run can show. */
export const closingSuite: Suite = (world, check) => {
  const { adapter, given, sandbox, transcript } = world;

  check(['secrets'], 'nothing an adapter says holds a secret', async () => {
    assert.ok(transcript.said.size > 0);
    const said = [...transcript.said];
    const leaks = [...transcript.secrets].filter((secret) => said.some((text) => text.includes(secret)));
    assert.deepEqual(leaks, []);
  });

  check(['secrets'], 'the sandbox logs none either', async () => {
    const log = JSON.stringify(await sandbox.control('GET', `requests?platform=${adapter.name}&limit=2000`));
    assert.deepEqual(
      [...transcript.secrets].filter((secret) => log.includes(secret)),
      [],
    );
  });

  check(['routes'], 'every route of the sandbox was called', async () => {
    for (const { method, url } of given.others ?? []) await fetch(world.browserUrl(url), { method });
    const { routes } = (await sandbox.control('GET', 'routes')) as { routes: Route[] };
    const own = routes.filter(({ platform }) => platform === adapter.name);
    assert.ok(own.length > 0, `the sandbox has no network ${adapter.name}`);
    const uncalled = own.filter(({ calls }) => calls === 0).map(({ operation }) => operation);
    assert.deepEqual(uncalled, []);
  });
};
