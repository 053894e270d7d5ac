import { collection, type Reader, type Tx } from '../state/store.ts';

/** How a platform sends its events; set by the control API. */
export type WebhookBehaviour = {
  /** Send nothing. */
  readonly drop: boolean;
  /** Send every event twice. */
  readonly duplicate: boolean;
  readonly delayMs: number;
  /** Delay each event by a random time, so that they arrive in another order. */
  readonly reorder: boolean;
};

export const plainBehaviour: WebhookBehaviour = { drop: false, duplicate: false, delayMs: 0, reorder: false };

/** What the sandbox needs to know to send a platform's events as the platform does. */
export type WebhookSender = {
  /** Headers that prove who sent the body. */
  sign(body: string): Readonly<Record<string, string>>;
  /** Query of the handshake, and the body that Herald must return to it. */
  handshake(): { readonly query: Readonly<Record<string, string>>; readonly expected: string };
};

export type StoredEvent = { readonly id: string; readonly platform: string; readonly body: string };

const outbox = collection<StoredEvent>('core/webhook-events');

/** Stores an event together with what caused it; it is sent after the commit. */
export function addEvent(tx: Tx, event: StoredEvent): void {
  outbox.put(tx, event.id, event);
}

export const pendingEvents = (reader: Reader): StoredEvent[] => outbox.all(reader);

export const removeEvent = (tx: Tx, { id }: StoredEvent): void => outbox.delete(tx, id);
