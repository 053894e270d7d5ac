import { AppError } from '../../kernel/errors.ts';
import type { Ctx } from '../context.ts';

/** Fixed at the start of a connection and never read from a callback. */
export function checkRedirectUrl(ctx: Pick<Ctx, 'site'>, text: string): void {
  const refuse = (reason: string): AppError =>
    new AppError('validation', `redirectUrl ${reason}`, { param: 'redirectUrl' });
  // Stricter than the parser, which would repair what other parsers read as another URL.
  const url = /^https?:\/\/[^\s\\]+$/i.test(text) ? URL.parse(text) : null;
  if (url === null) {
    throw refuse('must be an absolute http or https address');
  }
  if (url.username !== '' || url.password !== '') throw refuse('must not carry a user name or password');
  const { redirectOrigins } = ctx.site;
  if (redirectOrigins !== undefined && !redirectOrigins.includes(url.origin)) {
    throw refuse(`must lead to an origin the operator allows (HERALD_REDIRECT_ORIGINS): ${url.origin} is not one`);
  }
}
