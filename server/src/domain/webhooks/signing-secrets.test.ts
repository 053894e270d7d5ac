import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { noSecrets, promote, secretsAt, signers, stage, type SecretColumns } from './signing-secrets.ts';

const rotationMs = 24 * 3_600_000;
const startMs = Date.parse('2026-03-02T09:00:00.000Z');

class Endpoint {
  columns: SecretColumns = noSecrets;
  nowMs = startMs;
  #made = 0;

  at(): SecretColumns {
    return secretsAt(this.columns, { now: new Date(this.nowMs), rotationMs });
  }
  give(): string {
    const secret = `secret ${(this.#made += 1)}`;
    this.columns = stage(this.at(), secret, new Date(this.nowMs));
    return secret;
  }
  promote(): boolean {
    const current = this.at();
    if (current.stagedSecretSealed === null) return false;
    this.columns = promote(current, new Date(this.nowMs), rotationMs);
    return true;
  }
  signers() {
    return signers(this.at());
  }
}

class Receiver {
  listedSince = new Map<string, number>();
  stoppedAt = new Map<string, number>();
  signing: string | null = null;

  look(endpoint: Endpoint, isByCall: boolean): void {
    const { first, all } = endpoint.signers();
    const { nowMs } = endpoint;
    if (first !== this.signing) {
      if (this.signing !== null) {
        assert.ok(first !== null);
        const announcedMs = nowMs - (this.listedSince.get(first) ?? nowMs);
        assert.ok(isByCall || announcedMs >= rotationMs, `${first} signs after ${announcedMs} ms`);
        this.stoppedAt.set(this.signing, nowMs);
      }
      this.signing = first;
    }
    for (const [secret, stoppedMs] of this.stoppedAt) {
      const isListed = all.includes(secret);
      assert.equal(isListed, nowMs < stoppedMs + rotationMs, `${secret}, ${nowMs - stoppedMs} ms after its end`);
    }
    for (const secret of this.listedSince.keys()) if (!all.includes(secret)) this.listedSince.delete(secret);
    for (const secret of all) if (!this.listedSince.has(secret)) this.listedSince.set(secret, nowMs);
    assert.equal(all[0] ?? null, first, 'the signing secret is listed first');
    assert.equal(new Set(all).size, all.length);
  }
}

type Step = { kind: 'give' | 'promote' } | { kind: 'wait'; ms: number };

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    fc.constant<Step>({ kind: 'give' }),
    fc.constant<Step>({ kind: 'promote' }),
    fc
      .oneof(fc.constantFrom(1, rotationMs / 2, rotationMs - 1, rotationMs, rotationMs + 1), fc.nat(3 * rotationMs))
      .map((ms): Step => ({ kind: 'wait', ms })),
  ),
  // Fewer rotations than `previousMax`.
  { maxLength: 20 },
);

function wait(endpoint: Endpoint, receiver: Receiver, ms: number): void {
  const endMs = endpoint.nowMs + ms;
  for (;;) {
    const { stagedAt, previousUntil: until } = endpoint.at();
    const promotesMs = stagedAt === null ? endMs : stagedAt.getTime() + rotationMs;
    endpoint.nowMs = Math.min(endMs, promotesMs, ...until.map((at) => at.getTime()));
    receiver.look(endpoint, false);
    if (endpoint.nowMs === endMs) return;
  }
}

function run(sequence: readonly Step[]): void {
  const [endpoint, receiver] = [new Endpoint(), new Receiver()];
  for (const step of sequence) {
    if (step.kind === 'wait') wait(endpoint, receiver, step.ms);
    if (step.kind === 'give') endpoint.give();
    const isPromoted = step.kind === 'promote' && endpoint.promote();
    receiver.look(endpoint, isPromoted);
  }
}

test('a secret becomes primary after 24 hours or by promotion, and the old one stays valid for 24 hours', () => {
  fc.assert(fc.property(steps, run), { numRuns: 1000 });
});

test('the old secret stays valid for 24 hours even when the next rotation is promoted in the meantime', () => {
  const again: Step[] = [{ kind: 'give' }, { kind: 'promote' }, { kind: 'wait', ms: 1 }];
  run([{ kind: 'give' }, ...again, ...again, { kind: 'wait', ms: rotationMs }]);
});

test('a first secret signs at once and stages nothing', () => {
  const columns = stage(noSecrets, 'a', new Date(startMs));
  assert.deepEqual(columns, { ...noSecrets, secretSealed: 'a' });
  assert.deepEqual(signers(columns), { first: 'a', all: ['a'] });
});

test('signs nothing without a secret', () => {
  assert.deepEqual(signers(secretsAt(noSecrets, { now: new Date(startMs), rotationMs })), { first: null, all: [] });
});

test('another secret replaces the staged one', () => {
  const endpoint = new Endpoint();
  endpoint.give();
  endpoint.give();
  endpoint.nowMs += rotationMs - 1;
  endpoint.give();
  assert.deepEqual(endpoint.signers(), { first: 'secret 1', all: ['secret 1', 'secret 3'] });
  endpoint.nowMs += rotationMs;
  assert.deepEqual(endpoint.signers(), { first: 'secret 3', all: ['secret 3', 'secret 1'] });
});

test('only the new secret remains after both periods have ended', () => {
  const endpoint = new Endpoint();
  endpoint.give();
  endpoint.give();
  endpoint.nowMs += 2 * rotationMs;
  assert.deepEqual(endpoint.at(), { ...noSecrets, secretSealed: 'secret 2' });
});
