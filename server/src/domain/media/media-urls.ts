import { scopeOf } from '../access.ts';
import type { Ctx } from '../context.ts';

export function mediaUrl(ctx: Pick<Ctx, 'site'>, key: string): string {
  return `${ctx.site.baseUrl()}/media/${key}`;
}

export function keyOfUrl(ctx: Pick<Ctx, 'site'>, url: string): string | undefined {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.origin !== new URL(ctx.site.baseUrl()).origin) return undefined;
  return /^\/media\/([a-z0-9.-]+)$/.exec(parsed.pathname)?.[1];
}

type Ticket = { ownerId: string; key: string; contentType: string; expiresAt: Date };

const binding = 'media upload';

/** Signed, so that invalid tickets are refused without a query. */
export function uploadUrl(ctx: Pick<Ctx, 'site' | 'cursors' | 'caller'>, ticket: Omit<Ticket, 'ownerId'>): string {
  const { key, contentType, expiresAt } = ticket;
  const parts = [scopeOf(ctx.caller).ownerId, key, contentType, expiresAt.toISOString()];
  return `${ctx.site.baseUrl()}/v1/media/uploads/${ctx.cursors.write(parts, binding)}`;
}

export function readTicket(ctx: Pick<Ctx, 'cursors'>, token: string): Ticket | undefined {
  const [ownerId, key, contentType, expiresAt] = ctx.cursors.read(token, binding) ?? [];
  if (ownerId === undefined || key === undefined || contentType === undefined || expiresAt === undefined)
    return undefined;
  return { ownerId, key, contentType, expiresAt: new Date(expiresAt) };
}
