import type { Api, User } from '../../harness/testbed.ts';
import { violation } from '../../invariants.ts';

export type Endpoint = { id: string; user: User; sink: number };

export const eventType = 'post.published';

type EndpointInput = { user: User; sink: number; url: string; fields?: object };

export async function createEndpoint(
  api: Pick<Api, 'call'>,
  { user, sink, url, fields }: EndpointInput,
): Promise<Endpoint> {
  const { status, body } = await api.call<{ webhook: { id: string } }>(user, 'POST', '/v1/webhooks', {
    name: `Sink ${sink}`,
    url,
    events: [eventType],
    profileAccess: 'all_profiles',
    ...fields,
  });
  if (status !== 201) throw new Error(`the endpoint was not created: ${status} ${JSON.stringify(body)}`);
  return { id: body.webhook.id, user, sink };
}

type Emission = { user: User; data: object[]; rollBackEvery?: number; webhookId?: string };

export async function emitEvents(
  api: Api,
  { user, data, rollBackEvery = 0, webhookId }: Emission,
): Promise<{ emitted: number[]; rolledBack: number[] }> {
  const { status, body } = await api.call<{ emitted: number[]; rolledBack: number[] }>(
    user,
    'POST',
    '/v1/suite/events',
    {
      type: eventType,
      data,
      rollBackEvery,
      ...(webhookId === undefined ? {} : { webhookId }),
    },
  );
  if (status === 503) throw new NotAcknowledged('events were not acknowledged');
  if (status !== 200)
    throw new Error(violation('no-crashes', `events were answered with ${status} ${JSON.stringify(body)}`));
  return body;
}

/** The database was unavailable, so the outcome is unknown. */
export class NotAcknowledged extends Error {}
