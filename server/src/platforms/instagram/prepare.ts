import type { AccountCall, Post, Publish, Refusal, Step } from '../adapter.ts';
import type { GraphFailure } from '../shared/meta-graph.ts';
import { make } from './client.ts';
import { readContainer, type ContainerStatus } from './container-status.ts';
import { meaningOfError, meaningOfSubcode, toStepRefusal } from './errors.ts';
import { noContainers, readHandle, type Containers } from './handle.ts';
import { postTypeOf } from './options.ts';
import { childFields, containerFields, isVideo } from './payloads.ts';
import { checkQuota } from './quota.ts';
import { scopes } from './scopes.ts';

/** The room left today, the parts of a carousel, then the container that is published: one request each time. */
export const prepare: Publish['prepare'] = async (call, post, handle) => {
  if (handle === undefined) {
    const refusal = await checkQuota(call);
    const childCount = postTypeOf(post) === 'carousel' ? post.media.length : 0;
    return refusal ?? { kind: 'again', handle: noContainers(childCount) };
  }
  const containers = readHandle(handle);
  if (containers.container !== null) return await followContainer(call, post, containers);
  const unmade = containers.children.indexOf(null);
  if (unmade >= 0) return await makeChild(call, post, { containers, index: unmade });
  const unfinished = containers.children.findIndex((child) => child?.isFinished === false);
  if (unfinished >= 0) return await followChild(call, post, { containers, index: unfinished });
  return await makeContainer(call, post, containers);
};

type Place = { containers: Containers; index: number };

async function makeChild(call: AccountCall, post: Post, { containers, index }: Place): Promise<Step> {
  const media = post.media[index];
  if (media === undefined) throw new Error('the media of a post changed while it was published');
  const made = await make(call, mediaPath(call), childFields(media));
  if (made.kind !== 'made') return toStepRefusal(made, scopes.publish);
  return { kind: 'again', handle: withChild({ containers, index }, { id: made.id, isFinished: false }) };
}

async function followChild(call: AccountCall, post: Post, place: Place): Promise<Step> {
  const { containers, index } = place;
  const { id = '' } = containers.children[index] ?? {};
  const status = await readContainer(call, id);
  const isSlow = post.media[index]?.type === 'video';
  if (status.kind !== 'status') {
    return isGone(status) ? renew(withChild(place, null), toFault(status)) : toStepRefusal(status, scopes.publish);
  }
  switch (status.code) {
    case 'FINISHED':
    case 'PUBLISHED':
      return { kind: 'again', handle: withChild(place, { id, isFinished: true }) };
    case 'IN_PROGRESS':
      return waitFor(containers, isSlow);
    case 'ERROR':
    case 'EXPIRED':
      return afterFailure(withChild(place, null), status);
  }
}

async function makeContainer(call: AccountCall, post: Post, containers: Containers): Promise<Step> {
  const childIds = containers.children.flatMap((child) => (child === null ? [] : [child.id]));
  const made = await make(call, mediaPath(call), containerFields(post, childIds));
  if (made.kind === 'made') return { kind: 'again', handle: { ...containers, container: made.id, pollCount: 0 } };
  const hasLostChildren = childIds.length > 0 && isGone(made);
  if (!hasLostChildren) return toStepRefusal(made, scopes.publish);
  return renew({ ...containers, children: containers.children.map(() => null) }, toFault(made));
}

async function followContainer(call: AccountCall, post: Post, containers: Containers): Promise<Step> {
  const status = await readContainer(call, containers.container ?? '');
  const without = { ...containers, container: null };
  if (status.kind !== 'status') {
    return isGone(status) ? renew(without, toFault(status)) : toStepRefusal(status, scopes.publish);
  }
  switch (status.code) {
    case 'FINISHED':
      return { kind: 'ready', handle: { ...containers, isPublished: false } };
    case 'PUBLISHED':
      return { kind: 'ready', handle: { ...containers, isPublished: true } };
    case 'IN_PROGRESS':
      return waitFor(containers, post.media.some(isVideo));
    case 'ERROR':
    case 'EXPIRED':
      return afterFailure(without, status);
  }
}

const mediaPath = ({ account }: AccountCall): string => `${account.providerAccountId}/media`;

function withChild({ containers, index }: Place, child: Containers['children'][number]): Containers {
  return { ...containers, children: containers.children.with(index, child), pollCount: 0 };
}

const waits = { image: { firstMs: 2000, lastMs: 30_000 }, video: { firstMs: 5000, lastMs: 60_000 } };

function waitFor(containers: Containers, isSlow: boolean): Step {
  const { firstMs, lastMs } = isSlow ? waits.video : waits.image;
  const afterMs = Math.min(firstMs * 2 ** containers.pollCount, lastMs);
  return { kind: 'wait', handle: { ...containers, pollCount: containers.pollCount + 1 }, afterMs };
}

type Fault = { code: string; message: string };

function afterFailure(without: Containers, { code, subcode, text }: ContainerStatus): Step {
  const fault = { code: subcode === undefined ? code : String(subcode), message: text };
  const meaning = meaningOfSubcode(subcode);
  const canBeRenewed = code === 'EXPIRED' || meaning === 'transient' || meaning === 'gone' || meaning === 'notReady';
  return canBeRenewed ? renew(without, fault) : rejected(fault);
}

const renewalWaitsMs = [10_000, 60_000, 300_000];

function renew(without: Containers, fault: Fault): Step {
  const afterMs = renewalWaitsMs[without.renewalCount];
  if (afterMs === undefined) return rejected(fault);
  return { kind: 'wait', handle: { ...without, pollCount: 0, renewalCount: without.renewalCount + 1 }, afterMs };
}

function rejected({ code, message }: Fault): Refusal {
  return { kind: 'rejected', code, message, platformError: message };
}

/** Nothing was published from it, or else this would not be preparing: a new one is safe. */
function isGone(failure: GraphFailure): boolean {
  if (failure.kind !== 'error') return false;
  const meaning = meaningOfError(failure.error);
  return meaning === 'gone' || meaning === 'missing';
}

function toFault(failure: GraphFailure): Fault {
  return failure.kind === 'error'
    ? { code: String(failure.error.code), message: failure.error.message }
    : { code: failure.kind, message: failure.reason };
}
