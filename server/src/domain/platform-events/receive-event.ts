import { sha256Stream } from '../../kernel/crypto/secret.ts';
import { AppError } from '../../kernel/errors.ts';
import type { PlatformEvents, SignedRequest } from '../../platforms/adapter.ts';
import type { Platform } from '../../platforms/platforms.ts';
import type { SystemCtx } from '../context.ts';
import { insertPlatformEvent } from './platform-event-store.ts';

/** The response proves to the platform that the URL is Herald's. */
export function completeHandshake(
  ctx: SystemCtx,
  platformName: string,
  query: Readonly<Record<string, string>>,
): string {
  const { platform, events } = requireEvents(ctx, platformName);
  for (const isSandbox of kindsOf(platform)) {
    const body = events.handshake(platform.call({ sandbox: isSandbox }), query);
    if (body !== undefined) return body;
  }
  throw new AppError('unauthorized', 'The verify token is wrong');
}

/** Stores the event for later, because platforms expect a response within seconds. */
export async function receiveEvent(ctx: SystemCtx, platformName: string, request: SignedRequest): Promise<void> {
  const { platform, events } = requireEvents(ctx, platformName);
  const isSandbox = kindsOf(platform).find((sandbox) => events.isSigned(platform.call({ sandbox }), request));
  if (isSandbox === undefined) throw new AppError('unauthorized', 'The signature is wrong');
  const { name } = platform.adapter;
  const { body } = request;
  const id = sha256Stream().update(`${name} ${isSandbox}\n`).update(body).digest('hex');
  await insertPlatformEvent(ctx.db, { id, platform: name, isSandbox, body });
  ctx.wake('platformEvents');
}

/** The operator's app and the sandbox's have different secrets. */
function kindsOf({ hasCredentials, hasSandbox }: Platform): boolean[] {
  return [...(hasCredentials ? [false] : []), ...(hasSandbox ? [true] : [])];
}

function requireEvents(ctx: SystemCtx, name: string): { platform: Platform; events: PlatformEvents } {
  const platform = ctx.platforms.find(name);
  const events = platform?.adapter.events;
  if (platform === undefined || events === undefined) throw new AppError('notFound', 'Not found');
  return { platform, events };
}
