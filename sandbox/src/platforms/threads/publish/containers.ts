import { collection, type Collection } from '../../../core/state/store.ts';
import type { ContainerBase } from '../../meta/containers.ts';

export type ContainerKind = 'text' | 'image' | 'video' | 'carousel' | 'item';

export type Container = ContainerBase & {
  readonly kind: ContainerKind;
  readonly text: string;
  readonly altText?: string;
  readonly link?: string;
  readonly topic?: string;
  readonly replyToId?: string;
  readonly replyControl: string;
};

/** Distinguishes containers from posts, so that each has its own operation. */
export const containerPrefix = '1789';

export const containersOf = (userId: string): Collection<Container> =>
  collection<Container>(`threads/containers/${userId}`);

/** Values of `error_message`; a fault chooses one by index, by default the first. */
export const failures = [
  'UNKNOWN',
  'FAILED_DOWNLOADING_VIDEO',
  'FAILED_PROCESSING_VIDEO',
  'FAILED_PROCESSING_AUDIO',
  'INVALID_ASPEC_RATIO',
  'INVALID_BIT_RATE',
  'INVALID_DURATION',
  'INVALID_FRAME_RATE',
] as const;

export type Failure = (typeof failures)[number];
