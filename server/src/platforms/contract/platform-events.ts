import type { AccountCall, Call, Refusal } from './call.ts';
import type { PlatformComment } from './comments.ts';
import type { PlatformMessage } from './inbox.ts';

/** Events may arrive late, twice and in any order. */
export type PlatformEvents<C extends Call = Call> = {
  /** Returns undefined if the query is not the platform's. */
  handshake: (call: C, query: Readonly<Record<string, string>>) => string | undefined;
  /** Signed over exactly these bytes. */
  isSigned: (call: C, request: SignedRequest) => boolean;
  read: (body: unknown) => readonly PlatformEvent[];
  /** Repeatable. */
  subscribe: (call: AccountCall<C>) => Promise<{ kind: 'subscribed' } | Refusal>;
};

export type SignedRequest = { headers: Readonly<Record<string, string | string[] | undefined>>; body: Buffer };

export type PlatformEvent = { providerAccountId: string } & (
  | { kind: 'comment'; postId: string; comment: PlatformComment }
  /** Edited, hidden, shown or deleted: ask the platform for its current state. */
  | { kind: 'commentChanged'; postId: string; commentId: string }
  /** `personId`: the other person, whoever wrote the message. */
  | { kind: 'message'; personId: string; message: PlatformMessage }
);
