import type { WireResponse } from './wire-response.ts';
import { outerKinds, type Fault, type FaultKind } from './faults.ts';
import type { Call, Network, Route } from './network.ts';
import { json, Refusal, type Reply } from './reply.ts';
import { StoreFull } from './store.ts';
import { sleep } from './wait.ts';

const hangMs = 120_000;
const defaults = { slowMs: 2000, hugeBytes: 6_000_000, resetSeconds: 30 };

/** Handles one request to a known route and applies faults; no other code does. */
export async function serveCall(
  network: Network,
  route: Route,
  call: Call,
  takeOuterFault: (kinds: typeof outerKinds) => Fault | undefined,
): Promise<WireResponse> {
  const fault = takeOuterFault(outerKinds);
  const early = fault && (await before[fault.kind]?.(network, call, fault));
  if (early !== undefined) return early;
  const reply = await run(network, call, () => route.handle(call));
  return (fault && after[fault.kind]?.(network, call, fault.value)) ?? { kind: 'reply', reply };
}

type Before = (network: Network, call: Call, fault: Fault) => Promise<WireResponse | undefined>;

const replyWith =
  (render: (network: Network, call: Call, fault: Fault) => Reply): Before =>
  async (network, call, fault) => ({
    kind: 'reply',
    reply: await run(network, call, () => render(network, call, fault)),
  });

/** Faults that replace the effect; undefined when the request is handled anyway. */
const before: Partial<Record<FaultKind, Before>> = {
  slow: async (_network, call, { value }) => {
    await sleep(value ?? defaults.slowMs, call.signal);
    return undefined;
  },
  hang: async (_network, call) => {
    await sleep(hangMs, call.signal);
    return { kind: 'drop' };
  },
  answer: replyWith((_network, _call, { status = 400, body = {} }) => json(status, body)),
  errorBefore: replyWith((network, call) => network.faults.serverError(call)),
  rateLimit: replyWith((network, call, { value }) => network.faults.rateLimit(call, value ?? defaults.resetSeconds)),
  tokenExpired: replyWith((network, call) => network.faults.tokenExpired(call)),
  tokenRevoked: replyWith((network, call) => network.faults.tokenRevoked(call)),
  scopeMissing: replyWith((network, call) => network.faults.scopeMissing(call)),
};

/** Faults that replace the reply after the effect. */
const after: Partial<Record<FaultKind, (network: Network, call: Call, value: number | undefined) => WireResponse>> = {
  errorAfter: (network, call) => ({ kind: 'reply', reply: network.faults.serverError(call) }),
  lostAnswer: () => ({ kind: 'drop' }),
  malformed: () => ({ kind: 'reply', reply: { ...json(200, {}), body: '{"ok": tru' } }),
  huge: (_network, _call, value) => ({ kind: 'huge', sizeBytes: value ?? defaults.hugeBytes }),
};

async function run(network: Network, call: Call, work: () => Reply | Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    if (error instanceof StoreFull) return json(507, { error: 'The sandbox is full: DELETE /sandbox/control/all' });
    process.stderr.write(`sandbox ${network.name}: ${error instanceof Error ? error.stack : String(error)}\n`);
    return network.faults.serverError(call);
  }
}
