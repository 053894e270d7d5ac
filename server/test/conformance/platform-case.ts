import type { AccountCall, PlatformAdapter, Post, PostMetrics, Refusal } from '../../src/platforms/adapter.ts';
import type { Statistics } from '../../../sandbox/src/core/state/statistics.ts';
import type { Fixtures } from './fixtures.ts';

type TokenMeaning = Extract<Refusal, { kind: 'disconnected' }>['cause'] | 'appProblem';

/** Names and capabilities of a platform that the suite needs. Everything else is the same for all. */
export type PlatformCase = {
  adapter: PlatformAdapter;
  connect: {
    /** Sandbox operations after a person has agreed; any of them may fail. */
    operations: readonly string[];
    /** Operations whose failure does not prevent the connection. */
    spareable?: readonly string[];
    /** How a person withholds the publishing scope: at the consent page, or by facts of the account. */
    withheld?: { scope: string; facts?: object };
    /** Values that are refused, for a form; a chat that does not exist, for a code. */
    wrong?: Readonly<Record<string, string>>;
    /** Sandbox people whose accounts cannot be used. */
    refused?: readonly string[];
    several?: { person: string; count: number };
  };
  refresh?: {
    operation: string;
    /** Minimum age of a token that can be refreshed. */
    afterMs?: number;
    /** Old refresh tokens are refused after a refresh, once `graceMs` have passed. */
    rotates?: { graceMs: number; cause: Refused };
    refused: readonly { fault: 'tokenExpired' | 'tokenRevoked'; cause: Refused }[];
  };
  /** `isAccessOver`: the access token ends too, not only the refresh token. */
  revoke?: { operation: string; isAccessOver: boolean; cause: Refused };
  /** Creates what an account needs before it can post, once per account; returns settings for its posts. */
  prepareAccount?(adapter: PlatformAdapter, call: AccountCall): Promise<Post['settings']>;
  posts: readonly ExamplePost[];
  prepare: readonly Step[];
  /**
   * `result`: where a look-up is less conclusive for this kind of post. `listedAfterMs`: how long the platform
   * processes it before it appears in lists.
   */
  send: readonly (Step & { result?: LookUpResult; listedAfterMs?: number })[];
  /** `processedBy`: the operation that received the media being processed. */
  poll?: readonly (Step & { processedBy?: string })[];
  settle: { result: LookUpResult; lookUps: readonly string[]; listOperation?: string };
  /** How a refused token disconnects the account; `appProblem` if the token is the operator's. */
  tokens: Readonly<Record<'tokenExpired' | 'tokenRevoked', TokenMeaning>>;
  /** Undefined when the platform has no scopes. */
  scopeMissing?: readonly string[];
  /** Outcome when the platform cannot process the media; `value` is the reason. */
  processing?: readonly (Step & { failure: 'rejected' | 'renewed'; value?: number })[];
  followUps?: readonly (Step & { text: string })[];
  permalink?: string;
  unpublish?: readonly Step[];
  /**
   * `post`: the example post to list. `mediaUrls`: what a post of another app needs. `missing`: an ID and a URL that could
   * exist but do not.
   */
  externalPosts?: {
    post: string;
    listLag: boolean;
    mediaUrls?: readonly string[];
    missing: { id: string; url: string };
    operations: { list: string; find: string; findByUrl: string };
  };
  /**
   * `reported`: what the adapter reads from these numbers of the sandbox. `spareable`: operations whose failure costs some
   * numbers only. `post`: the example post, `missing`: the ID of a post that does not exist. `facts`: what an
   * account needs if most apps cannot read its numbers.
   */
  metrics?: {
    post: string;
    missing: string;
    facts?: object;
    operations: readonly string[];
    spareable?: readonly string[];
    reported(statistics: Statistics): PostMetrics;
  };
  followers?: { operation: string; facts?: object };
  /** `missing` is not a board; `setting` is the name of the setting for a board. */
  boards?: {
    operations: Readonly<Record<'list' | 'create' | 'find', string>>;
    privacies: readonly string[];
    missing: string;
    setting: string;
    post: string;
  };
  /** `post`: the example post to comment on. `isDeletionUncertain`: a deletion without a response may have happened. */
  comments?: {
    post: string;
    operations: Readonly<Record<'list' | 'replies' | 'find' | 'create' | 'reply' | 'hide' | 'delete', string>>;
    isDeletionUncertain?: true;
  };
  events?: { operations: { subscribe: string } };
  /**
   * `story`: an example post that people can reply to with a message. `readableMessages`: how many messages of a
   * conversation have content. `profile`: the operation that reads a person, whose failure is tolerated.
   * `buttonsRefused`: facts of an account whose link buttons are refused.
   */
  inbox?: {
    operations: Readonly<Record<'list' | 'read' | 'send', string>>;
    story?: string;
    readableMessages?: number;
    profile?: string;
    privateReplies?: { operation: string };
    buttonsRefused?: object;
  };
  /** Variants of the platform, as facts of an account; `result`: where a look-up is more conclusive. */
  variants?: readonly { name: string; facts: object; result?: LookUpResult }[];
  /** The wait after a throttled call, if no response contains it. */
  throttledMs?(now: Date): number;
  /** The account's name in the control API. */
  factsName?(name: string): string;
  /** Facts of an account that becomes another one, and of that other; `moved` links them. */
  moves?: { from: object; to: object; moved: string };
  /** Operations of the sandbox for later features, which the adapter does not call yet, in the order of its routes. */
  unused?: readonly string[];
  /** Prepared media expire after this time and are prepared again. */
  staleAfterMs?: number;
  /** Facts that repair what a test broke for other tests. */
  repair?: readonly object[];
};

/**
 * What a look-up after a lost response can tell: whether the post exists (`found`), only that it exists (`foundOnly`),
 * or nothing (`inconclusive`).
 */
export type LookUpResult = 'found' | 'foundOnly' | 'inconclusive';

type Refused = 'tokenDead' | 'authorizationRemoved';

/** A sandbox operation, and the example post that uses it. */
export type Step = {
  operation: string;
  post: string;
  /** How many calls succeed before. */
  skip?: number;
  /** The post is published even if this operation fails. */
  isSpareable?: true;
  /** Faults that cannot occur, for example on a storage host without tokens. */
  spares?: readonly string[];
};

export type ExamplePost = {
  name: string;
  post(fixtures: Fixtures): Post;
  /** As in the ledger, if that differs from the input. */
  text?: string;
  /** The platform returns no permalink. */
  hasNoUrl?: true;
  /** Part of what the sandbox received. */
  sent?: readonly { operation: string; body: object }[];
};
