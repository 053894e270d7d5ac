import type { Call } from '../../../core/platform.ts';
import { defined } from '../../../core/defined.ts';
import type { Reader } from '../../../core/state/store.ts';
import { containerMs, statusOf } from '../../meta/containers.ts';
import { refuse, refuseParameter } from '../../meta/errors.ts';
import { slownessOf } from '../../meta/processing.ts';
import { checkContainer, containerParameters } from './container-parameters.ts';
import { containerPrefix, containersOf, type Container } from './containers.ts';
import { graphRoute } from '../graph-route.ts';
import { limits, processing, scopes } from '../limits.ts';
import type { Person } from '../persons.ts';
import { publishErrors } from './publish-errors.ts';
import { checkCover, takeSource } from './take-media.ts';

export const createContainer = graphRoute({
  method: 'POST',
  path: '/{account}/media',
  operation: 'createContainer',
  scope: scopes.publish,
  parameters: containerParameters,
  handle: async (call, { person }, values) => {
    requirePublisher(call, person);
    const kind = checkContainer(call, values);
    requireRoom(call, call.store, person);
    const sources = kind === 'carousel' ? [] : [await takeSource(call, kind, values)];
    if (values.cover_url !== undefined) await checkCover(call, values.cover_url);
    const slowMs = slownessOf(call);
    const failure = failureOf(call) ?? sources[0]?.failure;
    return call.commit((tx) => {
      requireRoom(call, tx, person);
      const files =
        kind === 'carousel'
          ? childrenOf(call, tx, person, values.children ?? []).flatMap((child) => child.files)
          : sources.flatMap(({ file }) => file ?? []);
      const now = call.clock.now();
      const ownMs = values.video_url === undefined ? processing.imageMs : processing.videoMs;
      const container: Container = {
        id: `${containerPrefix}${call.random.digits(13)}`,
        kind,
        files,
        createdAt: now,
        readyAt: now + ownMs + slowMs,
        ...defined({ caption: values.caption, altText: values.alt_text, failure }),
      };
      containersOf(person.userId).put(tx, container.id, container);
      return { id: container.id };
    });
  },
});

export function requirePublisher(call: Call, { accountType, isRestricted }: Person): void {
  if (accountType === 'PERSONAL') refuse(call, publishErrors.notProfessional());
  if (isRestricted) refuse(call, publishErrors.restricted());
}

function requireRoom(call: Call, reader: Reader, { userId }: Person): void {
  const since = call.clock.now() - containerMs;
  const young = containersOf(userId)
    .all(reader)
    .filter((container) => container.createdAt > since);
  if (young.length >= limits.containersPerDay) refuse(call, publishErrors.tooManyContainers());
}

/** The fault's value is the subcode; default: unsupported format. */
function failureOf(call: Call): number | undefined {
  const fault = call.takeFault('processingFailed');
  return fault && (fault.value ?? 2207026);
}

function childrenOf(call: Call, reader: Reader, { userId }: Person, ids: readonly unknown[]): Container[] {
  if (ids.length < limits.carouselItemsMin || ids.length > limits.carouselItemsMax) {
    refuse(call, publishErrors.carouselCount());
  }
  if (new Set(ids).size < ids.length) refuseParameter(call, 'Invalid parameter', 'An item can be used only once.');
  return ids.map((childId) => {
    const id = String(childId);
    const child = containersOf(userId).get(reader, id) ?? refuse(call, publishErrors.notFound(id));
    if (child.kind !== 'item') {
      refuseParameter(call, 'Invalid parameter', `The media ${id} was not created with is_carousel_item.`);
    }
    const status = statusOf(child, call.clock.now());
    if (status === 'EXPIRED') refuse(call, publishErrors.expired(id));
    if (status !== 'FINISHED') refuse(call, publishErrors.notReady());
    return child;
  });
}
