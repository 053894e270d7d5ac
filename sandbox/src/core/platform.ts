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

export type WireRequest = {
  readonly method: string;
  readonly host: string;
  readonly path: string;
  /** The real URL without its query. */
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
};

export type FetchedMedia = { readonly bytes: Buffer; readonly type: string };

export type Call = {
  /** Undefined only for unknown paths. */
  readonly route: Route | undefined;
  readonly request: WireRequest;
  readonly clock: Clock;
  readonly random: Random;
  readonly store: Reader;
  readonly media: MediaStore;
  readonly throttle: Throttle;
  /** Aborts when the client disconnects or the sandbox closes. */
  readonly signal: AbortSignal;
  /** The only way to write. Repeat checks inside if an await came before. */
  commit<T>(work: (tx: Tx) => T): T;
  /** Waits at most `ms` of real time, or until `signal` aborts. */
  waitForCommit(ms: number): Promise<void>;
  isHeraldUrl(url: string): boolean;
  heraldOrigins(): readonly string[];
  /** Undefined unless the URL is Herald's, returns 200, and the file is small enough. */
  fetchMedia(url: string, sizeBytesMax: number): Promise<FetchedMedia | undefined>;
  takeFault(kind: FaultKind): Fault | undefined;
};

export type Route = {
  /** `*`: every host that no other route of the platform names. */
  readonly host: string | readonly string[];
  readonly methods: readonly Method[];
  /**
   * `{name}` matches part of a segment, `{name...}` the rest of the path, even if empty. Parameters after a `?` must be
   * in the query.
   */
  readonly path: string;
  /** For operations that share a path. */
  readonly headers?: Readonly<Record<string, RegExp>>;
  /** Unique within the platform; faults refer to it. */
  readonly operation: string;
  /** For browsers. In production, all other routes are open to this machine only. */
  readonly isPage?: true;
  readonly bodyBytesMax?: number;
  handle(call: Call): Reply | Promise<Reply>;
};

/** Each may commit: a revoked token stays revoked. */
export type FaultReplies = {
  rateLimit(call: Call, resetSeconds: number): Reply;
  serverError(call: Call): Reply;
  tokenExpired(call: Call): Reply;
  tokenRevoked(call: Call): Reply;
  scopeMissing(call: Call): Reply;
};

export type RequestErrors = {
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

export type AccountFacts = Readonly<Record<string, unknown>> & { readonly name: string };

export type AccountTools = { readonly tx: Tx; readonly clock: Clock; readonly random: Random };

export class FactsError extends Error {}

type FollowerComment = {
  /** Name or provider ID. */
  readonly account: string;
  readonly post: string;
  /** Created if necessary. */
  readonly person: string;
  readonly text: string;
  readonly parent?: string;
};

type FollowerMessage = {
  readonly account: string;
  readonly person: string;
  readonly text?: string;
  readonly attachmentUrl?: string;
  readonly storyId?: string;
};

export type NativePost = {
  /** Name or provider ID. */
  readonly account: string;
  readonly text: string;
  readonly media: readonly NativeMedia[];
  readonly createdAt: number;
};

/** Never fetched; `file` describes what would be there. */
export type NativeMedia = { readonly url: string; readonly file: LedgerMedia };

export type LinkButton = { readonly title: string; readonly url: string };

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
  readonly storyId: string | null;
  readonly commentId: string | null;
  readonly createdAt: string;
};

export type Audience = {
  readonly followers: Followers;
  isUsername(name: string): boolean;
  /** Such as `1 to 30 letters`. */
  readonly usernameRule: string;
  /** `account`: name or provider ID. */
  takesComments(reader: Reader, account: string, post: string): boolean;
  /** Throws `FactsError`. */
  addComment(tools: AccountTools, comment: FollowerComment): { id: string };
  /** `account`: name or provider ID. */
  isHidden(reader: Reader, account: string, comment: string): boolean;
  readonly messages?: {
    accounts(reader: Reader): string[];
    readonly hasStories?: true;
    add(tools: AccountTools, message: FollowerMessage): { id: string; conversationId: string };
    list(reader: Reader): LedgerMessage[];
  };
};

export type Platform = {
  readonly name: string;
  readonly label: string;
  readonly routes: readonly Route[];
  readonly errors: RequestErrors;
  readonly faults: FaultReplies;
  identify(call: Call): readonly string[];
  redactPath?(path: string): string;
  seed(tx: Tx): void;
  putAccount(tools: AccountTools, facts: AccountFacts): AccountView;
  /** By name or provider ID; set where Herald reads followers. */
  findAccount?(reader: Reader, account: string): { readonly id: string } | undefined;
  /** Throws `FactsError`. Set where Herald lists posts. */
  addPost?(tools: AccountTools, post: NativePost): { readonly id: string; readonly url: string };
  /** Set where Herald reads comments or messages. */
  readonly audience?: Audience;
  /** Set where the platform sends events. */
  readonly webhook?: WebhookSender;
};
