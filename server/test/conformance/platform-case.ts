import type { AccountCall, PlatformAdapter, Post, PostMetrics, Refusal } from '../../src/platforms/adapter.ts';
import type { Statistics } from '../../../sandbox/src/core/state/statistics.ts';
import type { Fixtures } from './fixtures.ts';

type TokenMeaning = Extract<Refusal, { kind: 'disconnected' }>['cause'] | 'appProblem';

/** Only what the suite cannot derive. */
export type PlatformCase = {
  adapter: PlatformAdapter;
  connect: {
    /** Each may fail after the person has agreed. */
    operations: readonly string[];
    /** Their failure does not prevent the connection. */
    spareable?: readonly string[];
    /** How a person withholds the publishing scope: at the consent page, or by facts. */
    withheld?: { scope: string; facts?: object };
    /** Refused values for a form; a chat that does not exist for a code. */
    wrong?: Readonly<Record<string, string>>;
    /** People of the sandbox whose accounts cannot be used. */
    refused?: readonly string[];
    several?: { person: string; count: number };
  };
  refresh?: {
    operation: string;
    /** Minimum age of a token at refresh. */
    afterMs?: number;
    /** Refuses old refresh tokens `graceMs` after a refresh. */
    rotates?: { graceMs: number; cause: Refused };
    refused: readonly { fault: 'tokenExpired' | 'tokenRevoked'; cause: Refused }[];
  };
  /** `isAccessOver`: the access token ends too. */
  revoke?: { operation: string; isAccessOver: boolean; cause: Refused };
  /** Once per account, creates what it needs to post; returns settings for its posts. */
  prepareAccount?(adapter: PlatformAdapter, call: AccountCall): Promise<Post['settings']>;
  posts: readonly ExamplePost[];
  prepare: readonly Step[];
  /** `result`: where a look-up is less conclusive. `listedAfterMs`: how long the post is processed before it is listed. */
  send: readonly (Step & { result?: LookUpResult; listedAfterMs?: number })[];
  /** `processedBy`: the operation that received the media. */
  poll?: readonly (Step & { processedBy?: string })[];
  settle: { result: LookUpResult; lookUps: readonly string[]; listOperation?: string };
  /** `appProblem` if the token is the operator's. */
  tokens: Readonly<Record<'tokenExpired' | 'tokenRevoked', TokenMeaning>>;
  /** Undefined when the platform has no scopes. */
  scopeMissing?: readonly string[];
  /** When the media cannot be processed; `value` is the reason. */
  processing?: readonly (Step & { failure: 'rejected' | 'renewed'; value?: number })[];
  followUps?: readonly (Step & { text: string })[];
  permalink?: string;
  unpublish?: readonly Step[];
  /** `mediaUrls`: what a native post needs. `missing`: an ID and a URL of no post. */
  externalPosts?: {
    post: string;
    listLag: boolean;
    mediaUrls?: readonly string[];
    missing: { id: string; url: string };
    operations: { list: string; find: string; findByUrl: string };
  };
  /**
   * `reported`: what the adapter reads from the sandbox's numbers. `spareable`: operations whose failure costs only
   * some. `missing`: an ID of no post. `facts`: needed if most apps cannot read an account's metrics.
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
  /** `missing`: no board. `setting`: the name of the board's setting. */
  boards?: {
    operations: Readonly<Record<'list' | 'create' | 'find', string>>;
    privacies: readonly string[];
    missing: string;
    setting: string;
    post: string;
  };
  /** `isDeletionUncertain`: a deletion without a response may have happened. */
  comments?: {
    post: string;
    operations: Readonly<Record<'list' | 'replies' | 'find' | 'create' | 'reply' | 'hide' | 'delete', string>>;
    isDeletionUncertain?: true;
  };
  events?: { operations: { subscribe: string } };
  /**
   * `story`: an example post that people can reply to. `readableMessages`: how many have content. `profile`: reads a
   * person; its failure is tolerated. `buttonsRefused`: facts of an account whose link buttons are refused.
   */
  inbox?: {
    operations: Readonly<Record<'list' | 'read' | 'send', string>>;
    story?: string;
    readableMessages?: number;
    profile?: string;
    privateReplies?: { operation: string };
    buttonsRefused?: object;
  };
  /** By facts of an account; `result`: where a look-up is more conclusive. */
  variants?: readonly { name: string; facts: object; result?: LookUpResult }[];
  /** The wait after a throttled call, if no response contains it. */
  throttledMs?(now: Date): number;
  /** The account's name in the control API. */
  factsName?(name: string): string;
  /** Facts of an account that becomes another, and of that other; `moved` links them. */
  moves?: { from: object; to: object; moved: string };
  /** Operations that the adapter does not call yet, in route order. */
  unused?: readonly string[];
  /** Prepared media expire after this time and are prepared again. */
  staleAfterMs?: number;
  /** Repairs what a test broke for others. */
  repair?: readonly object[];
};

/**
 * A look-up after a lost response tells whether the post exists (`found`), only that it exists (`foundOnly`), or
 * nothing (`inconclusive`).
 */
export type LookUpResult = 'found' | 'foundOnly' | 'inconclusive';

type Refused = 'tokenDead' | 'authorizationRemoved';

/** `post`: an example post that uses the operation. */
export type Step = {
  operation: string;
  post: string;
  /** Number of calls that succeed first. */
  skip?: number;
  /** The post is published even if this operation fails. */
  isSpareable?: true;
  /** Faults that cannot occur, such as those of tokens on a host without tokens. */
  spares?: readonly string[];
};

export type ExamplePost = {
  name: string;
  post(fixtures: Fixtures): Post;
  /** As in the ledger; default: the input. */
  text?: string;
  hasNoUrl?: true;
  /** Part of what the sandbox received. */
  sent?: readonly { operation: string; body: object }[];
};
