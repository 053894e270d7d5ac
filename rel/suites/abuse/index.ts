import type { Suite } from '../../harness/case.ts';
import { malformedCsv } from './malformed-csv.ts';
import { malformedMultipart } from './malformed-multipart.ts';
import { hostileUploads } from './hostile-uploads.ts';
import { presignedUploads } from './presigned-uploads.ts';
import { longTexts } from './long-texts.ts';
import { slowSockets } from './slow-sockets.ts';

export const abuseSuite: Suite = {
  name: 'abuse',
  about: 'Malformed and hostile input gets a documented response and costs little.',
  quickSeconds: 80,
  cases: [malformedCsv, malformedMultipart, hostileUploads, presignedUploads, longTexts, slowSockets],
};
