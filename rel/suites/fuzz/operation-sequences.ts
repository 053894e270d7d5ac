import fc from 'fast-check';
import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { readLedger } from '../../harness/ledger.ts';
import { openFixture } from '../publish/fixture.ts';
import { arbitraryCommand, compareWithModel, type Real } from './post-commands.ts';
import type { Model } from './post-model.ts';

const figures = { quick: 100, full: 2000 };
const commandsMax = 25;

export const operationSequences: Case = {
  id: 'operation-sequences',
  about:
    'Runs generated sequences of operations on posts, queues and profiles beside a model of them; every response and every state that is read back equals the model.',
  run: async (testbed, { tier, random, overrides }) => {
    const sequences = overrides.get('sequences') ?? figures[tier];
    const findings = noFindings();
    // Waits for the outcome, as in production.
    await using fixture = await openFixture(testbed, {
      ...{ accounts: 1, on: ['bluesky'] as const },
      timing: { publishNowMs: 60_000 },
    });
    const { api, user, database, sandbox, options, accounts } = fixture;
    const [target] = accounts.bluesky;
    if (target === undefined) throw new Error('an account is missing');
    const worker = database.startWorker(options);
    await worker.waitForEvent('working');
    const used = new Map<string, number>();
    const count = (operation: string): void => void used.set(operation, (used.get(operation) ?? 0) + 1);
    let serial = 0;
    const acknowledged = new Set<string>();
    const property = fc.asyncProperty(
      fc.commands([arbitraryCommand], { maxCommands: commandsMax, size: 'max' }),
      async (commands) => {
        const suffix = `(${(serial += 1)})`;
        const { body } = await api.call<{ profile: { _id: string } }>(user, 'POST', '/v1/profiles', { name: suffix });
        const model: Model = { profileId: body.profile._id, isProfileDeleted: false, queues: [], posts: [] };
        const real: Real = { api, user, target, suffix, count };
        await fc.asyncModelRun(() => ({ model, real }), commands);
        await compareWithModel(model, real);
        for (const { id, status } of model.posts) if (status !== 'deleted') acknowledged.add(id);
        if (!model.isProfileDeleted) await api.call(user, 'DELETE', `/v1/profiles/${model.profileId}`);
      },
    );
    const parameters = { numRuns: sequences, seed: random.between(0, 2 ** 31 - 1) };
    const details = await fc.check(property, parameters);
    if (details.failed) findings.faults.push(fc.defaultReportMessage(details) ?? 'a sequence differs from the model');
    await worker.stop();
    const total = [...used.values()].reduce((sum, n) => sum + n, 0);
    findings.counts = { sequences: details.numRuns, operations: total, kinds: used.size, posts: acknowledged.size };
    const posts = { ledger: await readLedger(sandbox), acknowledged };
    const observed = { secrets: [user.key], logs: testbed.supervisor.logs(), posts };
    findings.faults.push(...(await checkInvariants(database.sql, observed)));
    return findings;
  },
};
