import type { WireResponse } from './wire-response.ts';
import { outerKinds, type Fault, type FaultKind } from './faults.ts';
import type { Call, Platform, Route } from '../platform.ts';
import { json, Refusal, type Reply } from './reply.ts';
import { StoreFull } from '../state/store.ts';
import { sleep } from './wait.ts';

const hangMs = 120_000;
const defaults = { slowMs: 2000, hugeBytes: 6_000_000, resetSeconds: 30 };

/** The only code that applies faults. */
export async function serveCall(
  platform: Platform,
  route: Route,
  call: Call,
  takeOuterFault: (kinds: typeof outerKinds) => Fault | undefined,
): Promise<WireResponse> {
  const fault = takeOuterFault(outerKinds);
  const early = fault && (await before[fault.kind]?.(platform, call, fault));
  if (early !== undefined) return early;
  const reply = await run(platform, call, () => route.handle(call));
  return (fault && (await after[fault.kind]?.(platform, call, fault.value))) ?? { kind: 'reply', reply };
}

type Before = (platform: Platform, call: Call, fault: Fault) => Promise<WireResponse | undefined>;

const replyWith =
  (render: (platform: Platform, call: Call, fault: Fault) => Reply): Before =>
  async (platform, call, fault) => ({
    kind: 'reply',
    reply: await run(platform, call, () => render(platform, call, fault)),
  });

const before: Partial<Record<FaultKind, Before>> = {
  slow: async (_platform, call, { value }) => {
    await sleep(value ?? defaults.slowMs, call.signal);
    return undefined;
  },
  hang: async (_platform, call) => {
    await sleep(hangMs, call.signal);
    return { kind: 'drop' };
  },
  response: replyWith((_platform, _call, { status = 400, body = {} }) => json(status, body)),
  errorBefore: replyWith((platform, call) => platform.faults.serverError(call)),
  rateLimit: replyWith((platform, call, { value }) => platform.faults.rateLimit(call, value ?? defaults.resetSeconds)),
  tokenExpired: replyWith((platform, call) => platform.faults.tokenExpired(call)),
  tokenRevoked: replyWith((platform, call) => platform.faults.tokenRevoked(call)),
  scopeMissing: replyWith((platform, call) => platform.faults.scopeMissing(call)),
};

type After = (platform: Platform, call: Call, value: number | undefined) => WireResponse | Promise<undefined>;

const after: Partial<Record<FaultKind, After>> = {
  slowResponse: async (_platform, call, value) => {
    await sleep(value ?? defaults.slowMs, call.signal);
    return undefined;
  },
  errorAfter: (platform, call) => ({ kind: 'reply', reply: platform.faults.serverError(call) }),
  lostResponse: () => ({ kind: 'drop' }),
  malformed: () => ({ kind: 'reply', reply: { ...json(200, {}), body: '{"ok": tru' } }),
  huge: (_platform, _call, value) => ({ kind: 'huge', sizeBytes: value ?? defaults.hugeBytes }),
};

async function run(platform: Platform, call: Call, work: () => Reply | Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error.reply;
    if (error instanceof StoreFull)
      return json(507, { error: 'The sandbox is full: clear it with DELETE /sandbox/control/all' });
    process.stderr.write(`sandbox ${platform.name}: ${error instanceof Error ? error.stack : String(error)}\n`);
    return platform.faults.serverError(call);
  }
}
