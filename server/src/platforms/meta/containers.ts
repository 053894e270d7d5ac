import type { PublishState, Refusal, Step } from '../adapter.ts';
import type { MetaAccountCall } from './call.ts';
import { createObject } from './client.ts';
import { noContainers, readContainers, type Containers } from './container-state.ts';
import type { Meaning } from './errors.ts';
import type { metaOutcomes } from './outcomes.ts';
import type { GraphFailure } from './graph.ts';

type Fields = Readonly<Record<string, string>>;

export type ContainerPlatform = {
  edge: string;
  publishEdge: string;
  scopes: readonly string[];
  outcomes: Pick<
    ReturnType<typeof metaOutcomes>,
    'meaningOfError' | 'meaningOfSubcode' | 'toStepRefusal' | 'toSendOutcome'
  >;
  checkQuota: (call: MetaAccountCall) => Promise<Refusal | undefined>;
  readContainer: (call: MetaAccountCall, id: string) => Promise<ContainerStatus | GraphFailure>;
};

export type ContainerStatus = {
  kind: 'status';
  code: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';
  text: string;
  subcode: number | undefined;
};

export type Contents = {
  parts: readonly { fields: Fields; isSlow: boolean }[];
  isSlow: boolean;
  fields(partIds: readonly string[]): Fields;
};

/** Sends one request per call: the quota, each part, then the container that is published. */
export async function prepareContainers(
  platform: ContainerPlatform,
  call: MetaAccountCall,
  contents: Contents,
  publishState: PublishState | undefined,
): Promise<Step> {
  if (publishState === undefined) {
    const refusal = await platform.checkQuota(call);
    return refusal ?? { kind: 'again', publishState: noContainers(contents.parts.length) };
  }
  const containers = readContainers(publishState);
  const preparation = { platform, call, contents, containers };
  if (containers.container !== null) return await followContainer(preparation);
  const unmade = containers.children.indexOf(null);
  if (unmade >= 0) return await createChild(preparation, unmade);
  const unfinished = containers.children.findIndex((child) => child?.isFinished === false);
  return unfinished >= 0 ? await followChild(preparation, unfinished) : await createContainer(preparation);
}

type Preparation = { platform: ContainerPlatform; call: MetaAccountCall; contents: Contents; containers: Containers };

async function createChild({ platform, call, contents, containers }: Preparation, index: number): Promise<Step> {
  const part = contents.parts[index];
  if (part === undefined) throw new Error('the media of the post changed during publishing');
  const created = await createObject(call, pathOf(platform, call), part.fields);
  if (created.kind !== 'created') return platform.outcomes.toStepRefusal(created, platform.scopes);
  return { kind: 'again', publishState: withChild(containers, index, { id: created.id, isFinished: false }) };
}

async function followChild({ platform, call, contents, containers }: Preparation, index: number): Promise<Step> {
  const { id = '' } = containers.children[index] ?? {};
  const status = await platform.readContainer(call, id);
  const without = withChild(containers, index, null);
  if (status.kind !== 'status') return afterLoss(platform, without, status);
  switch (status.code) {
    case 'FINISHED':
    case 'PUBLISHED':
      return { kind: 'again', publishState: withChild(containers, index, { id, isFinished: true }) };
    case 'IN_PROGRESS':
      return waitFor(containers, contents.parts[index]?.isSlow === true);
    case 'ERROR':
    case 'EXPIRED':
      return afterFailure(platform, without, status);
  }
}

async function createContainer({ platform, call, contents, containers }: Preparation): Promise<Step> {
  const childIds = containers.children.flatMap((child) => (child === null ? [] : [child.id]));
  const created = await createObject(call, pathOf(platform, call), contents.fields(childIds));
  if (created.kind === 'created')
    return { kind: 'again', publishState: { ...containers, container: created.id, pollCount: 0 } };
  const hasLostChildren = childIds.length > 0 && isGone(platform, created);
  if (!hasLostChildren) return platform.outcomes.toStepRefusal(created, platform.scopes);
  return renew({ ...containers, children: containers.children.map(() => null) }, toFault(created));
}

async function followContainer({ platform, call, contents, containers }: Preparation): Promise<Step> {
  const status = await platform.readContainer(call, containers.container ?? '');
  const without = { ...containers, container: null };
  if (status.kind !== 'status') return afterLoss(platform, without, status);
  switch (status.code) {
    case 'FINISHED':
      return { kind: 'ready', publishState: { ...containers, isPublished: false } };
    case 'PUBLISHED':
      return { kind: 'ready', publishState: { ...containers, isPublished: true } };
    case 'IN_PROGRESS':
      return waitFor(containers, contents.isSlow);
    case 'ERROR':
    case 'EXPIRED':
      return afterFailure(platform, without, status);
  }
}

function pathOf({ edge }: ContainerPlatform, { account }: MetaAccountCall): string {
  return `${account.providerAccountId}/${edge}`;
}

function withChild(containers: Containers, index: number, child: Containers['children'][number]): Containers {
  return { ...containers, children: containers.children.with(index, child), pollCount: 0 };
}

const waits = { quick: { firstMs: 2000, lastMs: 30_000 }, slow: { firstMs: 5000, lastMs: 60_000 } };

function waitFor(containers: Containers, isSlow: boolean): Step {
  const { firstMs, lastMs } = isSlow ? waits.slow : waits.quick;
  const afterMs = Math.min(firstMs * 2 ** containers.pollCount, lastMs);
  return { kind: 'wait', publishState: { ...containers, pollCount: containers.pollCount + 1 }, afterMs };
}

type Fault = { code: string; message: string };

function afterLoss(platform: ContainerPlatform, without: Containers, failure: GraphFailure): Step {
  if (isGone(platform, failure)) return renew(without, toFault(failure));
  return platform.outcomes.toStepRefusal(failure, platform.scopes);
}

const renewable: readonly (Meaning | undefined)[] = ['transient', 'retry', 'preparationLost'];

function afterFailure(platform: ContainerPlatform, without: Containers, status: ContainerStatus): Step {
  const { code, subcode, text } = status;
  const fault = { code: subcode === undefined ? code : String(subcode), message: text };
  const meaning = platform.outcomes.meaningOfSubcode(subcode);
  const canBeRenewed = code === 'EXPIRED' || renewable.includes(meaning);
  return canBeRenewed ? renew(without, fault) : rejected(fault);
}

const renewalWaitsMs = [10_000, 60_000, 300_000];

function renew(without: Containers, fault: Fault): Step {
  const afterMs = renewalWaitsMs[without.renewalCount];
  if (afterMs === undefined) return rejected(fault);
  return { kind: 'wait', publishState: { ...without, pollCount: 0, renewalCount: without.renewalCount + 1 }, afterMs };
}

function rejected({ code, message }: Fault): Refusal {
  return { kind: 'rejected', code, message, platformError: message };
}

/** Nothing was published from the lost container, so creating a new one is safe. */
function isGone({ outcomes }: ContainerPlatform, failure: GraphFailure): boolean {
  if (failure.kind !== 'error') return false;
  const meaning = outcomes.meaningOfError(failure.error);
  return meaning === 'preparationLost' || meaning === 'missing';
}

function toFault(failure: GraphFailure): Fault {
  return failure.kind === 'error'
    ? { code: String(failure.error.code), message: failure.error.message }
    : { code: failure.kind, message: failure.reason };
}
