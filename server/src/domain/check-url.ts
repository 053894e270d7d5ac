import { AppError } from '../kernel/errors.ts';
import { checkOutboundUrl, UrlNotAllowed } from '../kernel/outbound/url.ts';
import type { Ctx } from './context.ts';

export function checkUrl(ctx: Pick<Ctx, 'addresses'>, { url, param }: { url: string; param: string }): void {
  try {
    checkOutboundUrl(url, ctx.addresses);
  } catch (error) {
    if (!(error instanceof UrlNotAllowed)) throw error;
    throw new AppError('urlNotAllowed', error.message, { param });
  }
}
