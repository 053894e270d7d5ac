import type { PlantedBug } from '../../harness/planted-bug.ts';

export const mutants: readonly PlantedBug[] = [
  {
    case: 'F5',
    name: 'parts unbounded',
    file: 'server/src/http/read-multipart.ts',
    find: '  fields: 10,\n  fieldSize: 1000,\n  fieldNameSize: 100,\n  parts: 12,\n',
    replace: '  fieldSize: 1000,\n  fieldNameSize: 100,\n',
  },
  {
    case: 'F5',
    name: 'what is around the file is not counted',
    file: 'server/src/http/read-multipart.ts',
    find: 'bytes - seen.fileBytes <= aroundBytesMax',
    replace: 'bytes - seen.fileBytes <= aroundBytesMax * 1e9',
  },
  {
    case: 'F5',
    name: 'a file that breaks with nobody reading it ends the process',
    file: 'server/src/http/read-multipart.ts',
    find: "    stream.on('error', () => undefined);\n",
    replace: '',
  },
  {
    case: 'F5',
    name: 'a file stays open when its form breaks',
    file: 'server/src/http/read-multipart.ts',
    find: '    ended.catch((error: Error) => stream.destroy(error));\n',
    replace: '',
  },
  {
    case: 'F6',
    name: 'bytes uncounted',
    file: 'server/src/domain/media/store-file.ts',
    find: 'if (total > limit) throw',
    replace: 'if (total > limit * 1e9) throw',
  },
  {
    case: 'F6',
    name: 'the announced type is believed',
    file: 'server/src/domain/media/same-kind.ts',
    find: 'if (familyOf(found) === familyOf(announced)) return;',
    replace: 'return;',
  },
  {
    case: 'F7',
    name: 'ticket reusable',
    file: 'server/src/domain/media/media-store.ts',
    find: "AND key = ${key} AND status = 'pending' AND expires_at > herald_now()",
    replace: 'AND key = ${key} AND expires_at > herald_now()',
  },
  {
    case: 'F7',
    name: 'a ticket that is being used may be used at the same time',
    file: 'server/src/domain/media/media-store.ts',
    find: '       AND (claim_token IS NULL OR claim_until < herald_now())\n',
    replace: '',
  },
  {
    case: 'F7',
    name: 'the end of a ticket is not looked at',
    file: 'server/src/domain/media/receive-upload.ts',
    find: '  if (!(ticket.expiresAt > world.clock.now())) throw gone();\n',
    replace: '',
  },
];
