import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'kill-while-sending',
    name: 'a key whose process died can be used again',
    file: 'server/src/domain/inbox/send-key.ts',
    find: '    await updateSend(ctx.db, scope, { ...sendKey, outcome: unknownOutcome });\n    return unknownOutcome;',
    replace: '    return undefined;',
  },
  {
    case: 'send-in-parallel',
    name: 'a key in use does not refuse a second request',
    file: 'server/src/domain/inbox/send-key.ts',
    find: '    if (stored === undefined || (stored.outcome === null && !stored.isLeaseOver)) {',
    replace:
      '    if (stored !== undefined && stored.outcome === null) return undefined;\n    if (stored === undefined) {',
  },
  {
    case: 'shuffle-events',
    name: 'a message that comes again is reported again',
    file: 'server/src/domain/inbox/message-store.ts',
    find: '      WHERE excluded.is_known AND NOT messages.is_known\n',
    replace: '      WHERE excluded.is_known\n',
  },
  {
    case: 'shuffle-events',
    name: 'signatures of events are not checked',
    file: 'server/src/platforms/meta/events.ts',
    find: "      return isSameSecret(signature, `sha256=${hmacSha256(secret, body).toString('hex')}`);",
    replace: '      return hmacSha256(secret, body).length > 0;',
  },
  {
    case: 'reuse-message-keys',
    name: 'a key is accepted with another body',
    file: 'server/src/domain/inbox/send-key.ts',
    find: '    if (!stored.requestHash.equals(requestHash)) {',
    replace: '    if (stored.requestHash.length === 0) {',
  },
  {
    case: 'reuse-message-keys',
    name: 'the order of keys in a body matters',
    file: 'server/src/domain/inbox/send-key.ts',
    find: 'sha256(canonicalJson(request))',
    replace: 'sha256(canonicalJson(request) + Object.keys(request).join())',
  },
];
