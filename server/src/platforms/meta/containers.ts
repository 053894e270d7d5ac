import type { AccountCall, Handle, Refusal, Step } from '../adapter.ts';
import { make } from './client.ts';
import { noContainers, readContainers, type Containers } from './container-handle.ts';
import type { Meaning } from './errors.ts';
import type { metaOutcomes } from './outcomes.ts';
import type { GraphFailure } from './graph.ts';

type Fields = Readonly<Record<string, string>>;

/** How a network that publishes by containers goes about it. */
export type ContainerNetwork = {
  /** Below the account: where containers are made, and where they are published. */
  edge: string;
  publishEdge: string;
  scopes: readonly string[];
  outcomes: Pick<
    ReturnType<typeof metaOutcomes>,
    'meaningOfError' | 'meaningOfSubcode' | 'toStepRefusal' | 'toSendOutcome'
  >;
  checkQuota(call: AccountCall): Promise<Refusal | undefined>;
  readContainer(call: AccountCall, id: string): Promise<ContainerStatus | GraphFailure>;
};

export type ContainerStatus = {
  kind: 'status';
  code: 'IN_PROGRESS' | 'FINISHED' | 'PUBLISHED' | 'ERROR' | 'EXPIRED';
  text: string;
  subcode: number | undefined;
};

/** What is to become a container: first its parts, where it has several. */
export type Contents = {
  parts: readonly { fields: Fields; isSlow: boolean }[];
  isSlow: boolean;
  fields(partIds: readonly string[]): Fields;
};

/** The room left today, the parts, then the container that is published: one request each time. */
export async function prepareContainers(
  network: ContainerNetwork,
  call: AccountCall,
  contents: Contents,
  handle: Handle | undefined,
): Promise<Step> {
  if (handle === undefined) {
    const refusal = await network.checkQuota(call);
    return refusal ?? { kind: 'again', handle: noContainers(contents.parts.length) };
  }
  const containers = readContainers(handle);
  const making = { network, call, contents, containers };
  if (containers.container !== null) return await followContainer(making);
  const unmade = containers.children.indexOf(null);
  if (unmade >= 0) return await makeChild(making, unmade);
  const unfinished = containers.children.findIndex((child) => child?.isFinished === false);
  return unfinished >= 0 ? await followChild(making, unfinished) : await makeContainer(making);
}

type Making = { network: ContainerNetwork; call: AccountCall; contents: Contents; containers: Containers };

async function makeChild({ network, call, contents, containers }: Making, index: number): Promise<Step> {
  const part = contents.parts[index];
  if (part === undefined) throw new Error('the media of a post changed while it was published');
  const made = await make(call, pathOf(network, call), part.fields);
  if (made.kind !== 'made') return network.outcomes.toStepRefusal(made, network.scopes);
  return { kind: 'again', handle: withChild(containers, index, { id: made.id, isFinished: false }) };
}

async function followChild({ network, call, contents, containers }: Making, index: number): Promise<Step> {
  const { id = '' } = containers.children[index] ?? {};
  const status = await network.readContainer(call, id);
  const without = withChild(containers, index, null);
  if (status.kind !== 'status') return afterLoss(network, without, status);
  switch (status.code) {
    case 'FINISHED':
    case 'PUBLISHED':
      return { kind: 'again', handle: withChild(containers, index, { id, isFinished: true }) };
    case 'IN_PROGRESS':
      return waitFor(containers, contents.parts[index]?.isSlow === true);
    case 'ERROR':
    case 'EXPIRED':
      return afterFailure(network, without, status);
  }
}

async function makeContainer({ network, call, contents, containers }: Making): Promise<Step> {
  const childIds = containers.children.flatMap((child) => (child === null ? [] : [child.id]));
  const made = await make(call, pathOf(network, call), contents.fields(childIds));
  if (made.kind === 'made') return { kind: 'again', handle: { ...containers, container: made.id, pollCount: 0 } };
  const hasLostChildren = childIds.length > 0 && isGone(network, made);
  if (!hasLostChildren) return network.outcomes.toStepRefusal(made, network.scopes);
  return renew({ ...containers, children: containers.children.map(() => null) }, toFault(made));
}

async function followContainer({ network, call, contents, containers }: Making): Promise<Step> {
  const status = await network.readContainer(call, containers.container ?? '');
  const without = { ...containers, container: null };
  if (status.kind !== 'status') return afterLoss(network, without, status);
  switch (status.code) {
    case 'FINISHED':
      return { kind: 'ready', handle: { ...containers, isPublished: false } };
    case 'PUBLISHED':
      return { kind: 'ready', handle: { ...containers, isPublished: true } };
    case 'IN_PROGRESS':
      return waitFor(containers, contents.isSlow);
    case 'ERROR':
    case 'EXPIRED':
      return afterFailure(network, without, status);
  }
}

function pathOf({ edge }: ContainerNetwork, { account }: AccountCall): string {
  return `${account.providerAccountId}/${edge}`;
}

function withChild(containers: Containers, index: number, child: Containers['children'][number]): Containers {
  return { ...containers, children: containers.children.with(index, child), pollCount: 0 };
}

const waits = { quick: { firstMs: 2000, lastMs: 30_000 }, slow: { firstMs: 5000, lastMs: 60_000 } };

function waitFor(containers: Containers, isSlow: boolean): Step {
  const { firstMs, lastMs } = isSlow ? waits.slow : waits.quick;
  const afterMs = Math.min(firstMs * 2 ** containers.pollCount, lastMs);
  return { kind: 'wait', handle: { ...containers, pollCount: containers.pollCount + 1 }, afterMs };
}

type Fault = { code: string; message: string };

function afterLoss(network: ContainerNetwork, without: Containers, failure: GraphFailure): Step {
  if (isGone(network, failure)) return renew(without, toFault(failure));
  return network.outcomes.toStepRefusal(failure, network.scopes);
}

const renewable: readonly (Meaning | undefined)[] = ['transient', 'retry', 'preparationLost'];

function afterFailure(network: ContainerNetwork, without: Containers, status: ContainerStatus): Step {
  const { code, subcode, text } = status;
  const fault = { code: subcode === undefined ? code : String(subcode), message: text };
  const meaning = network.outcomes.meaningOfSubcode(subcode);
  const canBeRenewed = code === 'EXPIRED' || renewable.includes(meaning);
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
function isGone({ outcomes }: ContainerNetwork, failure: GraphFailure): boolean {
  if (failure.kind !== 'error') return false;
  const meaning = outcomes.meaningOfError(failure.error);
  return meaning === 'preparationLost' || meaning === 'missing';
}

function toFault(failure: GraphFailure): Fault {
  return failure.kind === 'error'
    ? { code: String(failure.error.code), message: failure.error.message }
    : { code: failure.kind, message: failure.reason };
}
