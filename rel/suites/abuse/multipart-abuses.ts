import { formAbuses } from './form-abuses.ts';
import { framingAbuses } from './framing-abuses.ts';
import type { MultipartAbuse } from './multipart-abuse.ts';
import { nameAbuses } from './name-abuses.ts';
import { partAbuses } from './part-abuses.ts';

export const multipartAbuses: readonly MultipartAbuse[] = [
  ...formAbuses,
  ...partAbuses,
  ...nameAbuses,
  ...framingAbuses,
];
