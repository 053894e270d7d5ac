import type { LedgerMedia } from '../../core/state/ledger.ts';

/** `failure`: the platform's error code. */
export type ContainerBase = {
  readonly id: string;
  readonly files: readonly LedgerMedia[];
  readonly createdAt: number;
  /** End of processing, successful or not. */
  readonly readyAt: number;
  readonly failure?: number | string;
  readonly publishedAs?: string;
};

export type ContainerStatus = 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';

export const containerMs = 24 * 3_600_000;

export function statusOf(container: ContainerBase, now: number): ContainerStatus {
  if (container.publishedAs !== undefined) return 'PUBLISHED';
  if (now >= container.createdAt + containerMs) return 'EXPIRED';
  if (now < container.readyAt) return 'IN_PROGRESS';
  return container.failure === undefined ? 'FINISHED' : 'ERROR';
}
