import { defined } from '../../core/defined.ts';
import type { LedgerMedia } from '../../core/state/ledger.ts';
import type { Call } from '../../core/platform.ts';
import { collection } from '../../core/state/store.ts';
import { refuseRequest } from './errors.ts';
import { limits, processing } from './limits.ts';
import type { Person } from './persons.ts';
import { snowflake } from './snowflake.ts';

export const categories = ['tweet_image', 'tweet_gif', 'tweet_video'] as const;
export type Category = (typeof categories)[number];

export type Failure = { readonly code: number; readonly name: string; readonly message: string };

export type Upload = {
  readonly id: string;
  readonly ownerId: string;
  readonly category: Category;
  readonly expiresAt: number;
  readonly totalBytes: number;
  readonly segments: Readonly<Record<string, { readonly sha256: string; readonly sizeBytes: number }>>;
  /** Set once all bytes are stored. */
  readonly file?: LedgerMedia;
  readonly doneAt?: number;
  readonly readyAt?: number;
  readonly failure?: Failure;
};

export const uploads = collection<Upload>('x/uploads');

const keyNumbers = { tweet_image: 3, tweet_gif: 16, tweet_video: 7 };
export const mediaKeyOf = ({ id, category }: Upload): string => `${keyNumbers[category]}_${id}`;

export function newUpload(call: Call, person: Person, facts: Pick<Upload, 'category' | 'totalBytes'>): Upload {
  const expiresAt = call.clock.now() + limits.mediaSeconds * 1000;
  return { ...facts, id: snowflake(call), ownerId: person.id, expiresAt, segments: {} };
}

export function requireUpload(call: Call, person: Person, id: string): Upload {
  const upload = uploads.get(call.store, id);
  if (upload === undefined || upload.ownerId !== person.id || call.clock.now() >= upload.expiresAt) {
    refuseRequest('Invalid MediaId or media has expired.', { id: [id] });
  }
  return upload;
}

type FinishedUpload = { readonly file: LedgerMedia | undefined; readonly failure: Failure | undefined };

const processingMs: Partial<Record<Category, number>> = {
  tweet_gif: processing.gifMs,
  tweet_video: processing.videoMs,
};
const lost: Failure = { code: 1, name: 'InternalError', message: 'The media could not be processed' };

/** Images are ready at once; a fault can delay or fail the processing of others. */
export function finished(call: Call, upload: Upload, { file, failure }: FinishedUpload): Upload {
  const doneAt = call.clock.now();
  const ownMs = processingMs[upload.category];
  if (ownMs === undefined) return { ...upload, doneAt, ...defined({ file }) };
  const slow = call.takeFault('processingSlow');
  const slowMs = slow === undefined ? 0 : (slow.value ?? processing.slowMs);
  const failed = call.takeFault('processingFailed') && lost;
  return { ...upload, doneAt, readyAt: doneAt + ownMs + slowMs, ...defined({ file, failure: failed ?? failure }) };
}

export const isReady = ({ file, failure, doneAt = Infinity, readyAt = doneAt }: Upload, now: number): boolean =>
  file !== undefined && failure === undefined && now >= readyAt;

export function uploadData(upload: Upload, now: number): object {
  return {
    id: upload.id,
    media_key: mediaKeyOf(upload),
    ...(upload.file && { size: upload.file.sizeBytes }),
    expires_after_secs: Math.max(0, Math.floor((upload.expiresAt - now) / 1000)),
    ...(upload.readyAt !== undefined && { processing_info: processingInfo(upload, now) }),
  };
}

function processingInfo({ doneAt = 0, readyAt = 0, failure }: Upload, now: number): object {
  const share = (now - doneAt) / (readyAt - doneAt);
  const wait = { check_after_secs: Math.min(Math.max(Math.ceil((readyAt - now) / 3000), 1), 10) };
  if (share < 0.2) return { state: 'pending', ...wait };
  const percent = Math.floor(share * 100);
  if (share < 1) return { state: 'in_progress', ...wait, progress_percent: percent };
  if (failure !== undefined) return { state: 'failed', progress_percent: 100, error: failure };
  return { state: 'succeeded', progress_percent: 100 };
}
