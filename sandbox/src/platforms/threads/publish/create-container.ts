import { defined } from '../../../core/defined.ts';
import type { Call } from '../../../core/platform.ts';
import type { Reader } from '../../../core/state/store.ts';
import { statusOf } from '../../meta/containers.ts';
import { refuse, refuseParameter } from '../../meta/errors.ts';
import { slownessOf } from '../../meta/processing.ts';
import { checkContainer, containerParameters } from './container-parameters.ts';
import { containerPrefix, containersOf, failures, type Container, type Failure } from './containers.ts';
import { graphRoute, requireScope } from '../graph-route.ts';
import { limits, processing, scopes } from '../limits.ts';
import type { Person } from '../persons.ts';
import { requirePost } from '../posts.ts';
import { publishErrors } from './publish-errors.ts';
import { takeSource } from './take-media.ts';
import { withTopic } from './topic.ts';

export const createContainer = graphRoute({
  method: 'POST',
  path: '/{account}/threads',
  operation: 'createContainer',
  scope: scopes.publish,
  parameters: containerParameters,
  handle: async (call, { person, token }, values) => {
    const { reply_to_id: replyToId, reply_control: replyControl = 'everyone', video_url: video } = values;
    if (replyToId !== undefined) requireScope(call, token, scopes.manageReplies);
    requireUnrestricted(call, person);
    const kind = checkContainer(call, values);
    const source = await takeSource(call, values);
    const slowMs = slownessOf(call);
    const failure = failureOf(call) ?? source.failure;
    return call.commit((tx) => {
      if (replyToId !== undefined) requirePost(call, tx, replyToId);
      const items = kind === 'carousel' ? itemsOf(call, tx, person, values.children ?? []) : [source];
      const now = call.clock.now();
      const container: Container = {
        id: `${containerPrefix}${call.random.digits(13)}`,
        kind,
        files: items.flatMap((item) => ('files' in item ? item.files : (item.file ?? []))),
        createdAt: now,
        readyAt: now + slowMs + (video === undefined ? processing.plainMs : processing.videoMs),
        replyControl,
        ...withTopic(values.text ?? '', values.topic_tag),
        ...defined({ altText: values.alt_text, link: values.link_attachment, replyToId, failure }),
      };
      containersOf(person.userId).put(tx, container.id, container);
      return { id: container.id };
    });
  },
});

export function requireUnrestricted(call: Call, { isRestricted }: Person): void {
  if (isRestricted) refuse(call, publishErrors.restricted());
}

function failureOf(call: Call): Failure | undefined {
  const fault = call.takeFault('processingFailed');
  return fault && (failures[fault.value ?? 0] ?? failures[0]);
}

function itemsOf(call: Call, reader: Reader, { userId }: Person, ids: readonly unknown[]): Container[] {
  if (ids.length < limits.carouselItemsMin || ids.length > limits.carouselItemsMax) {
    refuse(call, publishErrors.carouselCount());
  }
  if (new Set(ids).size < ids.length) refuseParameter(call, 'Invalid parameter', 'An item can be used only once.');
  return ids.map((childId) => {
    const id = String(childId);
    const item = containersOf(userId).get(reader, id) ?? refuse(call, publishErrors.notFound(id));
    if (item.kind !== 'item') {
      refuseParameter(call, 'Invalid parameter', `The media ${id} was not created with is_carousel_item.`);
    }
    if (statusOf(item, call.clock.now()) !== 'FINISHED') refuse(call, publishErrors.notFound(id));
    return item;
  });
}
