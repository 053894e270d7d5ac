import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'revoke-under-load',
    name: 'keys are cached',
    file: 'server/src/domain/api-keys/identify-key.ts',
    find: 'const row = await findIdentity(ctx.db, hash, ctx.limits.requestsPerMinute);',
    replace: `const cache = ((globalThis as { keys?: Map<string, IdentityRow> }).keys ??= new Map());
  const row = cache.get(hash.toString('hex')) ?? (await findIdentity(ctx.db, hash, ctx.limits.requestsPerMinute));
  if (row !== undefined) cache.set(hash.toString('hex'), row);`,
  },
  {
    case: 'malformed-keys',
    name: 'malformed keys are looked up',
    file: 'server/src/http/request/authenticate.ts',
    find: 'key === undefined || !isApiKey(key)',
    replace: 'key === undefined',
  },
  {
    case: 'record-last-use',
    name: 'every request writes lastUsedAt',
    file: 'server/src/http/request/authenticate.ts',
    find: 'if (nowMs - lastMs < touchEveryMs) return;',
    replace: '',
  },
  {
    case: 'refuse-keys-evenly',
    name: 'an unknown key is looked up twice',
    file: 'server/src/domain/api-keys/identify-key.ts',
    find: '  if (row === undefined) return undefined;',
    replace:
      '  if (row === undefined) await findIdentity(ctx.db, hash, ctx.limits.requestsPerMinute);\n  if (row === undefined) return undefined;',
  },
];
