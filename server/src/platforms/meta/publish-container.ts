import type { PublishState, Outcome, Settled } from '../adapter.ts';
import { inconclusive } from '../shared/list-match.ts';
import type { MetaAccountCall } from './call.ts';
import { createObject } from './client.ts';
import { readContainers } from './container-state.ts';
import type { ContainerPlatform } from './containers.ts';
import { reasonOf } from './graph.ts';

export async function publishContainer(
  platform: ContainerPlatform,
  call: MetaAccountCall,
  publishState: PublishState,
): Promise<Outcome> {
  const { container, isPublished } = readContainers(publishState);
  if (container === null) throw new Error('a container cannot be published before it is ready');
  // An earlier call took effect: sending again would publish twice, and the look-up finds the post.
  if (isPublished) return { kind: 'unknown', reason: 'the container was already published' };
  const path = `${call.account.providerAccountId}/${platform.publishEdge}`;
  const created = await createObject(call, path, { creation_id: container });
  if (created.kind === 'created') return { kind: 'published', id: created.id };
  return platform.outcomes.toSendOutcome(created, platform.scopes);
}

/** The container says whether it was published; only the post's ID must be found. */
export async function settleContainer(
  platform: ContainerPlatform,
  call: MetaAccountCall,
  publishState: PublishState,
  findPublished: () => Promise<Settled>,
): Promise<Settled> {
  const { container } = readContainers(publishState);
  if (container === null) throw new Error('no container was created, so nothing was sent');
  const status = await platform.readContainer(call, container);
  if (status.kind !== 'status') return inconclusive(reasonOf(status));
  switch (status.code) {
    case 'PUBLISHED':
      return await findPublished();
    case 'FINISHED':
    case 'ERROR':
    case 'EXPIRED':
      return { kind: 'absent' };
    case 'IN_PROGRESS':
      return inconclusive('the container is still being processed');
  }
}
