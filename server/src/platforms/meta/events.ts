import { hmacSha256, isSameSecret } from '../../kernel/crypto/secret.ts';
import { isJsonObject } from '../../kernel/text/json.ts';
import type { AccountCall, Call, PlatformEvent, PlatformEvents, Refusal } from '../adapter.ts';
import { platformText } from '../shared/platform-text.ts';
import { callAsAccount } from './client.ts';
import type { metaOutcomes } from './outcomes.ts';

type EventCall = Call<'graph', 'CLIENT_ID' | 'CLIENT_SECRET' | 'WEBHOOK_VERIFY_TOKEN'>;

export function metaEvents({
  fieldsOf,
  outcomes,
  scopes,
}: {
  fieldsOf: (call: AccountCall<EventCall>) => readonly string[];
  outcomes: Pick<ReturnType<typeof metaOutcomes>, 'toStepRefusal'>;
  scopes: readonly string[];
}): Omit<PlatformEvents<EventCall>, 'read'> {
  return {
    handshake: ({ credentials }, query) => {
      const { 'hub.mode': mode, 'hub.challenge': challenge = '', 'hub.verify_token': token = '' } = query;
      const expected = credentials.WEBHOOK_VERIFY_TOKEN;
      const isValid = mode === 'subscribe' && /^[\w-]{1,100}$/.test(challenge);
      return expected !== '' && isValid && isSameSecret(token, expected) ? challenge : undefined;
    },
    isSigned: ({ credentials }, { headers, body }) => {
      const secret = credentials.CLIENT_SECRET;
      const signature = headers['x-hub-signature-256'];
      if (secret === '' || typeof signature !== 'string') return false;
      return isSameSecret(signature, `sha256=${hmacSha256(secret, body).toString('hex')}`);
    },
    subscribe: async (call): Promise<{ kind: 'subscribed' } | Refusal> => {
      const fields = fieldsOf(call);
      if (fields.length === 0) return { kind: 'subscribed' };
      const path = `${call.account.providerAccountId}/subscribed_apps`;
      const reply = await callAsAccount(call, path, { form: { subscribed_fields: fields.join(',') } });
      if (reply.kind !== 'ok') return outcomes.toStepRefusal(reply, scopes);
      const isDone = reply.json['success'] === true;
      return isDone ? { kind: 'subscribed' } : { kind: 'notDone', reason: 'the response does not confirm success' };
    },
  };
}

const entriesMax = 1000;

export type Change = { providerAccountId: string; at: Date; field: string; value: Readonly<Record<string, unknown>> };

export function readChanges(
  body: unknown,
  object: string,
  toEvents: (change: Change) => readonly PlatformEvent[],
): PlatformEvent[] {
  if (!isJsonObject(body) || body['object'] !== object || !Array.isArray(body['entry'])) return [];
  return body['entry'].slice(0, entriesMax).flatMap((entry: unknown) => {
    if (!isJsonObject(entry) || !Array.isArray(entry['changes'])) return [];
    const providerAccountId = idText(entry['id']);
    const at = new Date(Number(entry['time']) * 1000);
    if (providerAccountId === undefined || Number.isNaN(at.getTime())) return [];
    return entry['changes'].slice(0, entriesMax).flatMap((change: unknown) => {
      if (!isJsonObject(change) || !isJsonObject(change['value'])) return [];
      const field = platformText(change['field'], 100) ?? '';
      return toEvents({ providerAccountId, at, field, value: change['value'] });
    });
  });
}

/** IDs arrive as text or as numbers. */
export function idText(value: unknown): string | undefined {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^\w{1,100}$/.test(text) ? text : undefined;
}
