import type { AccountCall, Handle, Outcome, Settled } from '../adapter.ts';
import { inconclusive } from '../shared/list-match.ts';
import { make } from './client.ts';
import { readContainers } from './container-handle.ts';
import type { ContainerNetwork } from './containers.ts';
import { reasonOf } from './graph.ts';

export async function publishContainer(network: ContainerNetwork, call: AccountCall, handle: Handle): Promise<Outcome> {
  const { container, isPublished } = readContainers(handle);
  if (container === null) throw new Error('a container is sent only when it is ready');
  // Never a second time: an earlier call had its effect after all, and the look-up finds it.
  if (isPublished) return { kind: 'unknown', reason: 'the container had been published before' };
  const path = `${call.account.providerAccountId}/${network.publishEdge}`;
  const made = await make(call, path, { creation_id: container });
  if (made.kind === 'made') return { kind: 'published', id: made.id };
  return network.outcomes.toSendOutcome(made, network.scopes);
}

/** The container alone says whether it was published; only the id of what came of it must be looked for. */
export async function settleContainer(
  network: ContainerNetwork,
  call: AccountCall,
  handle: Handle,
  findPublished: () => Promise<Settled>,
): Promise<Settled> {
  const { container } = readContainers(handle);
  if (container === null) throw new Error('nothing was sent without a container');
  const status = await network.readContainer(call, container);
  if (status.kind !== 'status') return inconclusive(reasonOf(status));
  switch (status.code) {
    case 'PUBLISHED':
      return await findPublished();
    case 'FINISHED':
    case 'ERROR':
    case 'EXPIRED':
      return { kind: 'absent' };
    case 'IN_PROGRESS':
      return inconclusive('it is still being worked on');
  }
}
