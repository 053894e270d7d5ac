import { scopeOf } from '../../access.ts';
import type { Ctx } from '../../context.ts';
import { findPrefix, makePrefix } from '../media-store.ts';

const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

/** Neither the owner's prefix nor the rest can be guessed. */
export async function newMediaKey(ctx: Ctx, extension?: string): Promise<string> {
  const scope = scopeOf(ctx.caller);
  const prefix = (await findPrefix(ctx.db, scope)) ?? (await makePrefix(ctx.db, scope, randomText(ctx, 16)));
  return `${prefix}-${randomText(ctx, 32)}${extension === undefined ? '' : `.${extension}`}`;
}

/** Uses 32 characters of the alphabet, so that all are equally likely. */
function randomText({ random }: Pick<Ctx, 'random'>, length: number): string {
  return [...random.bytes(length)].map((byte) => alphabet.charAt(byte % 32)).join('');
}
