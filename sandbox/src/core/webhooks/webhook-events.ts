import { collection, type Reader, type Tx } from '../state/store.ts';

export type WebhookBehaviour = {
  readonly drop: boolean;
  readonly duplicate: boolean;
  readonly delayMs: number;
  /** Random delays change the order of events. */
  readonly reorder: boolean;
};

export const plainBehaviour: WebhookBehaviour = { drop: false, duplicate: false, delayMs: 0, reorder: false };

export type WebhookSender = {
  sign(body: string): Readonly<Record<string, string>>;
  /** `expected`: the body that Herald must return. */
  handshake(): { readonly query: Readonly<Record<string, string>>; readonly expected: string };
};

export type StoredEvent = { readonly id: string; readonly platform: string; readonly body: string };

const outbox = collection<StoredEvent>('core/webhook-events');

/** Commits the event with its cause; it is sent afterwards. */
export function addEvent(tx: Tx, event: StoredEvent): void {
  outbox.put(tx, event.id, event);
}

export const pendingEvents = (reader: Reader): StoredEvent[] => outbox.all(reader);

export const removeEvent = (tx: Tx, { id }: StoredEvent): void => outbox.delete(tx, id);
