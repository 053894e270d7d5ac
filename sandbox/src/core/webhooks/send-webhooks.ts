import type { SandboxContext } from '../context.ts';
import type { Platform } from '../platform.ts';
import { collect } from '../media/fetch-media.ts';
import { sleep } from '../wire/wait.ts';
import { pendingEvents, plainBehaviour, removeEvent, type StoredEvent } from './webhook-events.ts';

const attemptsMax = 12;
const firstRetryMs = 250;
const retryMsMax = 60_000;
const requestMs = 10_000;
const reorderMs = 200;
const responseBytesMax = 64 * 1024;

/** Retries each event until Herald accepts it; the order is not guaranteed. */
export function startWebhooks(context: SandboxContext): void {
  const { store } = context.state;
  const known = new Set<string>();
  const greeted = new Map<string, Promise<boolean>>();
  const pump = (): void => {
    for (const event of pendingEvents(store)) {
      if (known.has(event.id)) continue;
      known.add(event.id);
      void sendUntilAccepted(context, event, greeted).finally(() => {
        // Unsent events are sent at the next start.
        if (context.closing.aborted) return;
        store.commit((tx) => removeEvent(tx, event));
        known.delete(event.id);
      });
    }
  };
  const forget = store.onCommit(pump);
  context.closing.addEventListener('abort', forget);
  pump();
}

async function sendUntilAccepted(
  context: SandboxContext,
  event: StoredEvent,
  greeted: Map<string, Promise<boolean>>,
): Promise<void> {
  const { closing } = context;
  const platform = context.platforms.find(({ name }) => name === event.platform);
  const { drop, duplicate, delayMs, reorder } = context.webhooks.get(event.platform) ?? plainBehaviour;
  if (platform === undefined || drop) return;
  await sleep(delayMs + (reorder ? Math.random() * reorderMs : 0), closing);
  for (let attempt = 0; attempt < attemptsMax && !closing.aborted; attempt += 1) {
    if ((await greet(context, platform, greeted)) && (await post(context, platform, event.body))) break;
    await sleep(Math.min(firstRetryMs * 2 ** attempt, retryMsMax), closing);
  }
  if (duplicate && !closing.aborted) await post(context, platform, event.body);
}

/** Platforms send nothing before Herald has returned a challenge. */
async function greet(context: SandboxContext, platform: Platform, greeted: Map<string, Promise<boolean>>) {
  const known = greeted.get(platform.name);
  if (known !== undefined) return await known;
  const handshake = platform.webhook?.handshake();
  if (handshake === undefined) return false;
  const query = new URLSearchParams(handshake.query).toString();
  const greeting = request(context, `${pathOf(platform)}?${query}`, {}).then(
    (response) => response?.status === 200 && response.text === handshake.expected,
  );
  greeted.set(platform.name, greeting);
  if (await greeting) return true;
  greeted.delete(platform.name);
  return false;
}

async function post(context: SandboxContext, platform: Platform, body: string): Promise<boolean> {
  const headers = { 'content-type': 'application/json', ...platform.webhook?.sign(body) };
  const response = await request(context, pathOf(platform), { method: 'POST', headers, body });
  return response?.status === 200;
}

const pathOf = ({ name }: Platform): string => `/v1/platform-webhooks/${name}`;

async function request(
  context: SandboxContext,
  path: string,
  init: RequestInit,
): Promise<{ status: number; text: string } | undefined> {
  const [origin] = context.options.heraldOrigins();
  if (origin === undefined) return undefined;
  const signal = AbortSignal.any([context.closing, AbortSignal.timeout(requestMs)]);
  try {
    const response = await fetch(`${origin}${path}`, { ...init, redirect: 'manual', signal });
    const bytes = response.body === null ? undefined : await collect(response.body, responseBytesMax);
    return { status: response.status, text: bytes?.toString() ?? '' };
  } catch {
    return undefined;
  }
}
