import type { LedgerMedia } from '../../core/ledger.ts';
import { collection, type Collection } from '../../core/store.ts';
import { limits } from './limits.ts';

export type ContainerKind = 'image' | 'reel' | 'story' | 'item' | 'carousel';

export type Container = {
  readonly id: string;
  readonly kind: ContainerKind;
  readonly caption?: string;
  readonly altText?: string;
  readonly files: readonly LedgerMedia[];
  readonly createdAt: number;
  /** When processing ends, well or with the subcode of `failure`. */
  readonly readyAt: number;
  readonly failure?: number;
  readonly publishedAs?: string;
};

/** Told apart by their ids, containers and media are operations of their own. */
export const containerPrefix = '1788';

type Status = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';

export const containersOf = (userId: string): Collection<Container> =>
  collection<Container>(`instagram/containers/${userId}`);

export function statusOf(container: Container, now: number): Status {
  if (container.publishedAs !== undefined) return 'PUBLISHED';
  if (now >= container.createdAt + limits.containerMs) return 'EXPIRED';
  if (now < container.readyAt) return 'IN_PROGRESS';
  return container.failure === undefined ? 'FINISHED' : 'ERROR';
}

const texts: Readonly<Record<Status, string>> = {
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  PUBLISHED: 'Published: Media has been successfully published.',
  ERROR: 'Error: Media upload has failed with error code',
  EXPIRED: 'Expired: Media was not published within 24 hours and it has expired.',
};

export function statusText(container: Container, now: number): string {
  const status = statusOf(container, now);
  return status === 'ERROR' ? `${texts.ERROR} ${container.failure ?? ''}` : texts[status];
}
