import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from './state/clock.ts';
import type { Fault, FaultKind } from './wire/faults.ts';
import type { Followers } from './state/followers.ts';
import type { LedgerMedia } from './state/ledger.ts';
import type { MediaStore } from './media/media-store.ts';
import type { Random } from './state/random.ts';
import type { Body } from './wire/read-body.ts';
import type { Reply } from './wire/reply.ts';
import type { Reader, Tx } from './state/store.ts';
import type { Throttle } from './wire/throttle.ts';
import type { WebhookSender } from './webhooks/webhook-events.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A request as the real host would see it. */
export type WireRequest = {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  /** The real URL this request stands for, without its query. */
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
};

export type FetchedMedia = { readonly bytes: Buffer; readonly type: string };

/** Everything a platform can use while it handles one request. */
export type Call = {
  /** Undefined only for an unknown path. */
  readonly route: Route | undefined;
  readonly request: WireRequest;
  readonly clock: Clock;
  readonly random: Random;
  readonly store: Reader;
  readonly media: MediaStore;
  readonly throttle: Throttle;
  /** Aborts when the client disconnects or the sandbox closes. */
  readonly signal: AbortSignal;
  /** The only way to write. Repeat checks inside when an await came before. */
  commit<T>(work: (tx: Tx) => T): T;
  /** Resolves at the next commit of any request, after `ms` of real time, or when `signal` aborts. */
  waitForCommit(ms: number): Promise<void>;
  isHeraldUrl(url: string): boolean;
  heraldOrigins(): readonly string[];
  /** Undefined when the URL is not Herald's, does not return 200, or the file is too large. */
  fetchMedia(url: string, sizeBytesMax: number): Promise<FetchedMedia | undefined>;
  takeFault(kind: FaultKind): Fault | undefined;
};

export type Route = {
  /** One or several; `*` is every host that no other route of the platform names. */
  readonly host: string | readonly string[];
  readonly methods: readonly Method[];
  /**
   * `{name}` matches part of a segment, `{name...}` the rest of the path, which may be empty. Parameters after a `?` must
   * be in the query.
   */
  readonly path: string;
  /** Unique within the platform; faults are set by it. */
  readonly operation: string;
  /** For browsers; in production, all other routes are open to this machine only. */
  readonly isPage?: true;
  readonly bodyBytesMax?: number;
  handle(call: Call): Reply | Promise<Reply>;
};

/** The platform's replies to faults. Each may commit: a revoked token stays revoked. */
export type FaultReplies = {
  rateLimit(call: Call, resetSeconds: number): Reply;
  serverError(call: Call): Reply;
  tokenExpired(call: Call): Reply;
  tokenRevoked(call: Call): Reply;
  scopeMissing(call: Call): Reply;
};

export type RequestErrors = {
  /** No such host, path or method. */
  unknownRoute(call: Call): Reply;
  unreadableBody(call: Call): Reply;
  bodyTooLarge(call: Call): Reply;
};

export type AccountView = {
  readonly platform: string;
  readonly name: string;
  readonly id: string;
  readonly url: string;
};

/** Facts of an account as the control API received them; `name` is one of them. */
export type AccountFacts = Readonly<Record<string, unknown>> & { readonly name: string };

export type AccountTools = { readonly tx: Tx; readonly clock: Clock; readonly random: Random };

/** Invalid facts of an account or follower; the control API returns the message. */
export class FactsError extends Error {}

/** A comment as the control API received it. */
type FollowerComment = {
  /** Name or provider ID. */
  readonly account: string;
  /** ID of the post on the platform. */
  readonly post: string;
  /** Username of the follower, who is created if necessary. */
  readonly person: string;
  readonly text: string;
  /** ID of the comment that this one replies to. */
  readonly parent?: string;
};

/** A direct message as the control API received it, with text or an attachment. */
type FollowerMessage = {
  readonly account: string;
  readonly person: string;
  readonly text?: string;
  readonly attachmentUrl?: string;
  /** ID of the story that the message replies to. */
  readonly storyId?: string;
};

/** A post that somebody published without Herald, as the control API received it. */
export type NativePost = {
  /** Name or provider ID. */
  readonly account: string;
  readonly text: string;
  readonly media: readonly NativeMedia[];
  readonly createdAt: number;
};

/** Media of such a post are not fetched; `file` describes what they would be. */
export type NativeMedia = { readonly url: string; readonly file: LedgerMedia };

/** Opens `url`. */
export type LinkButton = { readonly title: string; readonly url: string };

/** A direct message, for the ledger. */
export type LedgerMessage = {
  readonly platform: string;
  readonly account: string;
  readonly conversationId: string;
  readonly id: string;
  readonly person: string;
  readonly direction: 'incoming' | 'outgoing';
  readonly text: string;
  readonly buttons: readonly LinkButton[];
  readonly attachmentUrl: string | null;
  /** ID of the story that the message replies to. */
  readonly storyId: string | null;
  /** ID of the comment that this private reply is for. */
  readonly commentId: string | null;
  readonly createdAt: string;
};

/** What people do who follow an account. */
export type Audience = {
  readonly followers: Followers;
  isUsername(name: string): boolean;
  /** What a username looks like, such as `1 to 30 letters`. */
  readonly usernameRule: string;
  /** Whether `post` is a post of this account, by name or provider ID, that people can comment on. */
  takesComments(reader: Reader, account: string, post: string): boolean;
  /** Throws `FactsError`. */
  addComment(tools: AccountTools, comment: FollowerComment): { id: string };
  /** Whether this account, by name or provider ID, has hidden a comment below one of its posts. */
  isHidden(reader: Reader, account: string, comment: string): boolean;
  /** Set where accounts have direct messages. */
  readonly messages?: {
    /** Names of the accounts that people can write to. */
    accounts(reader: Reader): string[];
    /** Set where people can reply to stories. */
    readonly hasStories?: true;
    /** Throws `FactsError`. */
    add(tools: AccountTools, message: FollowerMessage): { id: string; conversationId: string };
    /** All messages of all accounts, oldest first. */
    list(reader: Reader): LedgerMessage[];
  };
};

export type Platform = {
  readonly name: string;
  /** Display name. */
  readonly label: string;
  readonly routes: readonly Route[];
  readonly errors: RequestErrors;
  readonly faults: FaultReplies;
  /** All names and IDs of the account a request is about; empty when unknown. */
  identify(call: Call): readonly string[];
  /** Replaces secrets in a path. */
  redactPath?(path: string): string;
  seed(tx: Tx): void;
  /** Creates or updates an account; throws `FactsError`. */
  putAccount(tools: AccountTools, facts: AccountFacts): AccountView;
  /** Finds an account by name or provider ID; set where Herald reads followers. */
  findAccount?(reader: Reader, account: string): { readonly id: string } | undefined;
  /** Publishes a post as if somebody used the platform's own app; throws `FactsError`. Set where Herald lists posts. */
  addPost?(tools: AccountTools, post: NativePost): { readonly id: string; readonly url: string };
  /** Set where Herald reads comments or messages. */
  readonly audience?: Audience;
  /** Set where the platform sends events to Herald. */
  readonly webhook?: WebhookSender;
};
