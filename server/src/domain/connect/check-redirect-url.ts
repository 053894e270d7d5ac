import { AppError } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';

/** The URL is checked and stored at the start of a connection, never read from a callback. */
export function checkRedirectUrl(ctx: Pick<Ctx, 'site'>, text: string): void {
  const refuse = (reason: string): AppError =>
    new AppError('validation', `redirectUrl ${reason}`, { param: 'redirectUrl' });
  // Stricter than `URL.parse`, which repairs input that other parsers read as another URL.
  const url = /^https?:\/\/[^\s\\]+$/i.test(text) ? URL.parse(text) : null;
  if (url === null) {
    throw refuse('must be an absolute http or https URL');
  }
  if (url.username !== '' || url.password !== '') throw refuse('must not contain a user name or password');
  const { redirectOrigins } = ctx.site;
  if (redirectOrigins !== undefined && !redirectOrigins.includes(url.origin)) {
    throw refuse(`has the origin ${url.origin}, which the operator does not allow (HERALD_REDIRECT_ORIGINS)`);
  }
}
