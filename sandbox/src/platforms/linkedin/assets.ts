import type { LedgerMedia } from '../../core/state/ledger.ts';
import type { Call } from '../../core/platform.ts';
import { collection } from '../../core/state/store.ts';
import { limits } from './limits.ts';

export type AssetKind = 'image' | 'document' | 'video';

type Part = { readonly etag: string; readonly sha256: string; readonly sizeBytes: number };

export type Asset = {
  readonly id: string;
  readonly kind: AssetKind;
  readonly ownerId: string;
  /** Part of the upload URLs; authorizes the upload. */
  readonly uploadSecret: string;
  readonly uploadUrlsExpireAt: number;
  /** Empty for a video of a single part. */
  readonly uploadToken: string;
  readonly sizeBytes?: number;
  readonly parts: Readonly<Record<string, Part>>;
  /** Set once all bytes are stored. */
  readonly readyAt?: number;
  readonly file?: LedgerMedia;
  readonly failure?: string;
};

export const assets = collection<Asset>('linkedin/assets');

export const assetUrn = ({ kind, id }: Pick<Asset, 'kind' | 'id'>): string => `urn:li:${kind}:${id}`;

export function findAsset({ store }: Pick<Call, 'store'>, urn: string): Asset | undefined {
  const asset = assets.get(store, urn.split(':')[3] ?? '');
  return asset !== undefined && assetUrn(asset) === urn ? asset : undefined;
}

type Status = 'WAITING_UPLOAD' | 'PROCESSING' | 'AVAILABLE' | 'PROCESSING_FAILED';

export function statusOf({ readyAt, failure }: Asset, now: number): Status {
  if (readyAt === undefined) return 'WAITING_UPLOAD';
  if (now < readyAt) return 'PROCESSING';
  return failure === undefined ? 'AVAILABLE' : 'PROCESSING_FAILED';
}

export function partRanges(sizeBytes: number): { firstByte: number; lastByte: number }[] {
  const count = Math.ceil(sizeBytes / limits.videoPartBytes);
  return Array.from({ length: count }, (_, index) => ({
    firstByte: index * limits.videoPartBytes,
    lastByte: Math.min(sizeBytes, (index + 1) * limits.videoPartBytes) - 1,
  }));
}
