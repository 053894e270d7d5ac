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
  /** The address this request stands for, without its query. */
  readonly url: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
};

export type FetchedMedia = { readonly bytes: Buffer; readonly type: string };

/** Everything a network may touch while it answers one request. */
export type Call = {
  /** Undefined only while an unknown path is being refused. */
  readonly route: Route | undefined;
  readonly request: WireRequest;
  readonly clock: Clock;
  readonly random: Random;
  readonly store: Reader;
  readonly media: MediaStore;
  readonly throttle: Throttle;
  /** Ends when the client is gone or the sandbox closes. */
  readonly signal: AbortSignal;
  /** The only way to write. Check again inside what an earlier await may have changed. */
  commit<T>(work: (tx: Tx) => T): T;
  /** Resolves at the next commit of anybody, after `ms` of real time, or when `signal` ends. */
  waitForCommit(ms: number): Promise<void>;
  isHeraldUrl(url: string): boolean;
  heraldOrigins(): readonly string[];
  /** Undefined when the address is not Herald's, does not answer 200, or is larger than allowed. */
  fetchMedia(url: string, sizeBytesMax: number): Promise<FetchedMedia | undefined>;
  takeFault(kind: FaultKind): Fault | undefined;
};

export type Route = {
  /** One or several; `*` is every host that no other route of the network names. */
  readonly host: string | readonly string[];
  readonly methods: readonly Method[];
  /**
   * `{name}` stands for a part of a segment, `{name...}` for the rest of the path, which may be empty. What follows a
   * `?` must be in the query.
   */
  readonly path: string;
  /** Unique within the network; faults are set by it. */
  readonly operation: string;
  /** For people's browsers; in production everything else answers this machine alone. */
  readonly isPage?: true;
  readonly bodyBytesMax?: number;
  handle(call: Call): Reply | Promise<Reply>;
};

/** How a network words what the core decides. Each may commit, as a revoked token must stay revoked. */
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

/** Facts of an account as the control API was given them; `name` is one of them. */
export type AccountFacts = Readonly<Record<string, unknown>> & { readonly name: string };

export type AccountTools = { readonly tx: Tx; readonly clock: Clock; readonly random: Random };

/** The facts make no sense; the text is shown to whoever called the control API. */
export class FactsError extends Error {}

export type Network = {
  readonly name: string;
  /** As people write it. */
  readonly label: string;
  readonly routes: readonly Route[];
  readonly errors: RequestErrors;
  readonly faults: FaultReplies;
  /** All names and ids of the account a request is about; empty when it cannot be told. */
  identify(call: Call): readonly string[];
  /** Secrets that sit in a path, replaced. */
  redactPath?(path: string): string;
  seed(tx: Tx): void;
  /** Makes an account or changes one; throws `FactsError`. */
  putAccount(tools: AccountTools, facts: AccountFacts): AccountView;
};
