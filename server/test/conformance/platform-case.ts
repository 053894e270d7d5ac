import type { AccountCall, PlatformAdapter, Post, Refusal } from '../../src/platforms/adapter.ts';
import type { Fixtures } from './fixtures.ts';

type TokenMeaning = Extract<Refusal, { kind: 'disconnected' }>['cause'] | 'appProblem';

/** What the suite must know about a platform: its own names and its capabilities. The rest is the same for all. */
export type PlatformCase = {
  adapter: PlatformAdapter;
  connect: {
    /** Operations of the sandbox that follow when a person has agreed; any of them may fail. */
    operations: readonly string[];
    /** Those without which the account is connected all the same. */
    spareable?: readonly string[];
    /** How a person withholds the right to publish: at the consent page, or by facts of the account. */
    withheld?: { scope: string; facts?: object };
    /** Of a form: what is refused. Of a code: a chat that nobody has. */
    wrong?: Readonly<Record<string, string>>;
    /** People of the sandbox whose accounts are of no use. */
    refused?: readonly string[];
    /** A person with more than one account. */
    several?: { person: string; count: number };
  };
  refresh?: {
    operation: string;
    /** The youngest token that can be refreshed. */
    afterMs?: number;
    /** Whether an old refresh token is refused once there is a new one, and how long it is borne. */
    rotates?: { graceMs: number; cause: Refused };
    refused: readonly { fault: 'tokenExpired' | 'tokenRevoked'; cause: Refused }[];
  };
  /** `isAccessOver`: the access token ends too, and not only the right to a new one. */
  revoke?: { operation: string; isAccessOver: boolean; cause: Refused };
  /** What an account needs before it can post, made once for each; the settings that its posts have from then on. */
  place?(adapter: PlatformAdapter, call: AccountCall): Promise<Post['settings']>;
  posts: readonly ExamplePost[];
  prepare: readonly Step[];
  /**
   * The irrevocable calls; `answer` where a look-up tells less of this kind of post than of others, `listedAfterMs`
   * where it is worked on before lists have it.
   */
  send: readonly (Step & { answer?: LookUpAnswer; listedAfterMs?: number })[];
  /** How it is asked what became of a post that was accepted; `processedBy` took the media that are worked on. */
  poll?: readonly (Step & { processedBy?: string })[];
  settle: { answer: LookUpAnswer; lookUps: readonly string[]; listOperation?: string };
  /** How it disconnects the account; `appProblem` where the token is the operator's. */
  tokens: Readonly<Record<'tokenExpired' | 'tokenRevoked', TokenMeaning>>;
  /** Undefined where there is nothing to grant. */
  scopeMissing?: readonly string[];
  /** What comes of it when the network cannot process the media; `value` of the fault says why. */
  processing?: readonly (Step & { failure: 'rejected' | 'renewed'; value?: number })[];
  followUps?: readonly (Step & { text: string })[];
  permalink?: string;
  unpublish?: readonly Step[];
  recentPosts?: Step & { listLag: boolean };
  /** `missing` is no board, `setting` names one in the settings of a post. */
  boards?: {
    operations: Readonly<Record<'list' | 'create' | 'find', string>>;
    privacies: readonly string[];
    missing: string;
    setting: string;
    post: string;
  };
  /** Ways in which the network itself differs, as facts of an account; `answer` where a look-up then tells more. */
  variants?: readonly { name: string; facts: object; answer?: LookUpAnswer }[];
  /** How long a throttled call waits where no answer of the network says it. */
  throttledMs?(now: Date): number;
  /** How the control API calls an account of that name. */
  factsName?(name: string): string;
  /** Facts of an account that becomes another one, and of the other; `moved` links the two by its name. */
  moves?: { from: object; to: object; moved: string };
  /** What is there for later capabilities, so that every route of the sandbox is called. */
  others?: readonly { method: 'GET' | 'POST'; url: string }[];
  /** After this long, what was prepared is of no use any more, and is prepared anew. */
  staleAfterMs?: number;
  /** Facts of accounts that repair what a test broke for all others. */
  repair?: readonly object[];
};

/**
 * What a look-up after a lost answer can tell: that it is there or that it is not (`found`), only that it is there
 * (`foundOnly`), or nothing (`inconclusive`).
 */
export type LookUpAnswer = 'found' | 'foundOnly' | 'inconclusive';

type Refused = 'tokenDead' | 'authorizationRemoved';

/** An operation of the sandbox, and the example post that leads to it. */
export type Step = {
  operation: string;
  post: string;
  /** How many calls of it go well before. */
  skip?: number;
  /** Whatever happens to it, the post goes on without it. */
  isSpareable?: true;
  /** Faults it cannot meet: of a storage that knows neither tokens nor words, say. */
  spares?: readonly string[];
};

export type ExamplePost = {
  name: string;
  post(fixtures: Fixtures): Post;
  /** As the ledger has it, where that is not the text as given. */
  text?: string;
  /** The network names no address for it. */
  hasNoUrl?: true;
  /** What the sandbox was sent, in part. */
  sent?: readonly { operation: string; body: object }[];
};
