import { createCore, type Core } from '../../src/core.ts';
import { expandSlots, type Slot } from '../../src/domain/queues/slots.ts';
import { OutboundFault, type OutboundRequest } from '../../src/kernel/outbound/http-client.ts';
import { coreOptions } from './core-options.ts';
import { lines, report, stopped } from './program.ts';

export async function run(): Promise<void> {
  const core = createCore(coreOptions());
  report('ready');
  lines.on('line', (line) => void execute(core, JSON.parse(line) as Command));
  await stopped;
  await core.close();
}

type Command =
  | { id: number; fetch: Pick<OutboundRequest, 'url' | 'redirectsMax' | 'allowPublicHttp'> }
  | { id: number; judge: { host: string; port: number; isPlain: boolean }[] }
  | { id: number; expand: { timezone: string; slots: Slot[]; from: number; until: number } };

async function execute(core: Core, command: Command): Promise<void> {
  if ('judge' in command) {
    report('judged', {
      id: command.id,
      refusals: command.judge.map((hostPort) => core.systemCtx.addresses.judge(hostPort) ?? null),
    });
    return;
  }
  if ('expand' in command) {
    const { from, until, ...schedule } = command.expand;
    const instants = expandSlots(schedule, { from: new Date(from), until: new Date(until) });
    report('expanded', { id: command.id, instants: [...instants].map((instant) => instant.getTime()) });
    return;
  }
  const limits = { timeoutMs: 2000, connectTimeoutMs: 1000, responseBytesMax: 64_000, overlong: 'cut' } as const;
  try {
    const { status, url } = await core.systemCtx.http.safeFetch({ method: 'GET', ...limits, ...command.fetch });
    report('answered', { id: command.id, status, url });
  } catch (error) {
    report('answered', { id: command.id, fault: error instanceof OutboundFault ? error.kind : String(error) });
  }
}
