import type { Suite } from '../../harness/case.ts';
import { f4Csv } from './f4-csv.ts';
import { f5Multipart } from './f5-multipart.ts';
import { f6Uploads } from './f6-uploads.ts';
import { f7Presign } from './f7-presign.ts';
import { textRules } from './text-rules.ts';

export const abuseSuite: Suite = {
  name: 'abuse',
  quickSeconds: 60,
  cases: [f4Csv, f5Multipart, f6Uploads, f7Presign, textRules],
};
