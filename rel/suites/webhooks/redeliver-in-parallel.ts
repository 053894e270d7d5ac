import type { ServerResponse } from 'node:http';
import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { startSinks } from '../../harness/network/sinks.ts';
import { waitUntil } from '../../harness/wait.ts';
import { emitEvents, createEndpoint } from './endpoints.ts';
import { scaled } from './scaled.ts';

const figures = { quick: { rounds: 20, calls: 20 }, full: { rounds: 200, calls: 100 } };
const roundsPerUser = 40;

type Delivery = { deliveryId: string; status: string; attemptCount: number };

export const redeliverInParallel: Case = {
  id: 'redeliver-in-parallel',
  about:
    'Sends many redeliver requests in parallel; exactly one starts a new run, and none does while a run is in progress.',
  run: async (testbed, { tier }) => {
    const { rounds, calls } = figures[tier];
    const findings = noFindings();
    const farm = await startSinks(1);
    const [sink] = farm.sinks;
    if (sink === undefined) throw new Error('there is no sink');
    const database = await testbed.openDatabase();
    const options = { timing: { ...scaled, deliveryTimeoutMs: 5000, deliveryLeaseMs: 8000 }, admitted: [sink.port] };
    const api = await database.startApi({ ...options, users: Math.ceil(rounds / roundsPerUser) });
    const worker = database.startWorker(options);
    await worker.waitForEvent('working');
    const held: ServerResponse[] = [];
    for (const [index, user] of api.users.entries()) {
      sink.behave = () => 200;
      const { id } = await createEndpoint(api, { user, sink: 0, url: sink.url });
      await emitEvents(api, { user, data: [{ suiteId: `u${index}` }], webhookId: id });
      const own = async (): Promise<Delivery> => {
        const { body } = await api.call<{ deliveries: Delivery[] }>(user, 'GET', '/v1/webhook-deliveries');
        const [delivery] = body.deliveries;
        if (delivery === undefined) throw new Error('the delivery is gone');
        return delivery;
      };
      const ended = (): Promise<void> =>
        waitUntil('the end of a run', 15_000, async () => (await own()).status === 'delivered');
      await ended();
      const { deliveryId } = await own();
      sink.behave = (_receipt, response) => {
        held.push(response);
        return null;
      };
      const roundsHere = Math.min(roundsPerUser, rounds - index * roundsPerUser);
      for (let round = 1; round <= roundsHere; round += 1) {
        const responses = await Promise.all(
          Array.from({ length: calls }, () =>
            api.call<{ code?: string }>(user, 'POST', `/v1/webhook-deliveries/${deliveryId}/redeliver`),
          ),
        );
        const begun = responses.filter((one) => one.status === 202).length;
        if (begun !== 1) findings.faults.push(`${begun} of ${calls} calls at once began a run`);
        const odd = responses.filter((one) => one.status !== 202 && one.body.code !== 'deliveryInProgress');
        findings.faults.push(...odd.map((one) => `a call returned ${one.status} ${JSON.stringify(one.body)}`));
        await waitUntil('the attempt of a run', 5000, () => held.length > 0);
        for (const response of held.splice(0)) response.writeHead(200).end();
        await ended();
        const { attemptCount } = await own();
        if (attemptCount !== round + 1)
          findings.faults.push(`after ${round} rounds there were ${attemptCount - 1} runs`);
      }
    }
    findings.counts = { rounds, calls: rounds * calls, receipts: farm.receipts.length };
    findings.faults.push(...(await checkInvariants(database.sql, { secrets: [], logs: '' })));
    await worker.stop();
    await api.child.stop();
    await farm.close();
    return findings;
  },
};
