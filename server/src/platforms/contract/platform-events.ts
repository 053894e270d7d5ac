import type { AccountCall, Call, Refusal } from './call.ts';
import type { PlatformComment } from './comments.ts';
import type { PlatformMessage } from './inbox.ts';

/** Events that the platform sends to Herald. They may arrive late, twice and in any order. */
export type PlatformEvents<C extends Call = Call> = {
  /** Returns the body that completes the platform's handshake; undefined if the query is not the platform's. */
  handshake: (call: C, query: Readonly<Record<string, string>>) => string | undefined;
  /** Whether the platform signed exactly these bytes. */
  isSigned: (call: C, request: SignedRequest) => boolean;
  /** Reads a signed body, and skips what Herald does not use. */
  read: (body: unknown) => readonly PlatformEvent[];
  /** Asks the platform to send the events of the account. Repeatable. */
  subscribe: (call: AccountCall<C>) => Promise<{ kind: 'subscribed' } | Refusal>;
};

export type SignedRequest = { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer };

export type PlatformEvent = { providerAccountId: string } & (
  | { kind: 'comment'; postId: string; comment: PlatformComment }
  /** It was edited, hidden, shown again or deleted; the platform knows its current state. */
  | { kind: 'commentChanged'; postId: string; commentId: string }
  /** `personId`: the other person of the conversation, whoever wrote the message. */
  | { kind: 'message'; personId: string; message: PlatformMessage }
);
