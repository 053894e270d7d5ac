import { createHmac } from 'node:crypto';
import { checkInvariants } from '../../check.ts';
import { noFindings, type Case } from '../../harness/case.ts';
import { startSinks, type Receipt } from '../../harness/network/sinks.ts';
import { sleep, waitUntil } from '../../harness/wait.ts';
import { emitEvents, createEndpoint } from './endpoints.ts';
import { scaled } from './scaled.ts';

const figures = { quick: { rotations: 5, deliveries: 300 }, full: { rotations: 50, deliveries: 5000 } };
// Stands for 24 hours.
const rotationMs = 2000;
const timing = { ...scaled, secretRotationMs: rotationMs };
// A delivery signed just before a change may arrive just after it.
const slackMs = 700;

type Rotating = { webhook: { secretRotation: { promotesAt: string } | null } };

/** According to the responses of the API. */
type Span = { secret: string; signsFrom: number; signsUntil: number; listedFrom: number; listedUntil: number };

export const rotateSigningSecrets: Case = {
  id: 'rotate-signing-secrets',
  about:
    'Rotates signing secrets under load; receivers with a valid secret accept every delivery, receivers with an expired one accept none.',
  run: async (testbed, { tier }) => {
    const figure = figures[tier];
    const findings = noFindings();
    const farm = await startSinks(1);
    const [sink] = farm.sinks;
    const database = await testbed.openDatabase();
    const options = { timing, admitted: farm.sinks.map((one) => one.port) };
    const api = await database.startApi(options);
    const { user } = api;
    if (sink === undefined) throw new Error('the sink is missing');
    const spans: Span[] = [
      { secret: 'secret-0', signsFrom: 0, signsUntil: Infinity, listedFrom: 0, listedUntil: Infinity },
    ];
    const endpoint = await createEndpoint(api, { user, sink: 0, url: sink.url, fields: { secret: 'secret-0' } });
    const worker = database.startWorker(options);
    await worker.waitForEvent('working');

    let sent = 0;
    const rotation = { isOver: false };
    const load = (async () => {
      while (!rotation.isOver || sent < figure.deliveries) {
        await emitEvents(api, { user, data: [{ suiteId: `r${sent++}` }] });
        await sleep(15);
      }
    })();
    for (let n = 1; n <= figure.rotations; n += 1) {
      const old = spans.at(-1);
      if (old === undefined) break;
      const secret = n % 2 === 0 ? `secret-${n}` : `whsec_${Buffer.from(`secret number ${n}!!`).toString('base64')}`;
      const stagedFrom = Date.now();
      const staged = await api.call<Rotating>(user, 'PUT', `/v1/webhooks/${endpoint.id}`, { secret });
      if (staged.status !== 200 || staged.body.webhook.secretRotation === null)
        findings.faults.push('nothing was staged');
      await sleep(500);
      const next: Span = { secret, signsFrom: 0, signsUntil: Infinity, listedFrom: stagedFrom, listedUntil: Infinity };
      const promotedAt = Date.now();
      if (n % 2 === 0) {
        const { status } = await api.call(user, 'POST', `/v1/webhooks/${endpoint.id}/promote-secret`);
        if (status !== 200) findings.faults.push(`promote answered ${status}`);
      }
      const turn = n % 2 === 0 ? promotedAt : Date.parse(staged.body.webhook.secretRotation?.promotesAt ?? '');
      next.signsFrom = turn;
      old.signsUntil = turn;
      old.listedUntil = turn + rotationMs;
      spans.push(next);
      await sleep(Math.max(0, old.listedUntil + slackMs - Date.now()));
    }
    rotation.isOver = true;
    await load;
    await waitUntil('the arrival of everything', 20_000, () => farm.receipts.length >= sent);
    findings.counts = { rotations: figure.rotations, deliveries: farm.receipts.length };
    for (const receipt of farm.receipts) findings.faults.push(...judge(receipt, spans));
    const secrets = spans.map((span) => span.secret);
    findings.faults.push(...(await checkInvariants(database.sql, { secrets, logs: testbed.supervisor.logs() })));
    await worker.stop();
    await api.child.stop();
    await farm.close();
    return findings;
  },
};

function judge({ headers, body, suiteId }: Receipt, spans: readonly Span[]): string[] {
  const faults: string[] = [];
  const stamp = String(headers['x-service-timestamp']);
  // Uses the time of signing, because requests arrive later on a busy machine.
  const signedMs = Number(stamp) * 1000;
  const listed = String(headers['webhook-signature']).split(' ');
  const exact = (secret: string): boolean =>
    headers['x-service-signature'] === `v1=${createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex')}`;
  const isListed = (secret: string): boolean => {
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    return listed.includes(`v1,${createHmac('sha256', keyOf(secret)).update(signed).digest('base64')}`);
  };
  for (const span of spans) {
    const inside = (from: number, until: number): boolean =>
      signedMs > from + slackMs && signedMs + 1000 < until - slackMs;
    const outside = (from: number, until: number): boolean => signedMs + 1000 < from || signedMs > until + slackMs;
    if (inside(span.signsFrom, span.signsUntil) && !exact(span.secret))
      faults.push(`${suiteId}: not signed by the secret of its time`);
    if (outside(span.signsFrom, span.signsUntil) && exact(span.secret))
      faults.push(`${suiteId}: signed by a secret out of its time`);
    if (inside(span.listedFrom, span.listedUntil) && !isListed(span.secret))
      faults.push(`${suiteId}: a valid secret is not in the list`);
    if (outside(span.listedFrom, span.listedUntil) && isListed(span.secret))
      faults.push(`${suiteId}: an expired secret is in the list`);
  }
  return faults;
}

/** Reads a secret like the Standard Webhooks libraries. */
function keyOf(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret);
}
