import type { IncomingHttpHeaders } from 'node:http';
import type { Clock } from './clock.ts';
import type { Fault, FaultKind } from './faults.ts';
import type { MediaStore } from './media-store.ts';
import type { Random } from './random.ts';
import type { Body } from './read-body.ts';
import type { Reply } from './reply.ts';
import type { Reader, Tx } from './store.ts';
import type { Throttle } from './throttle.ts';

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

/** Invalid facts of an account; the control API returns the message. */
export class FactsError extends Error {}

export type Network = {
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
};
