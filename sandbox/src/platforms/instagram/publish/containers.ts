import { collection, type Collection } from '../../../core/state/store.ts';
import { statusOf, type ContainerBase, type ContainerStatus } from '../../meta/containers.ts';

export type ContainerKind = 'image' | 'reel' | 'story' | 'item' | 'carousel';

/** `failure` is a subcode. */
export type Container = ContainerBase & {
  readonly kind: ContainerKind;
  readonly caption?: string;
  readonly altText?: string;
};

/** Distinguishes containers from media, so that each has its own operation. */
export const containerPrefix = '1788';

export const containersOf = (userId: string): Collection<Container> =>
  collection<Container>(`instagram/containers/${userId}`);

const texts: Readonly<Record<ContainerStatus, string>> = {
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
