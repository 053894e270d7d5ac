import type { Clock } from '../../kernel/time/clock.ts';
import type { PlatformHttp } from '../../kernel/outbound/platform-http.ts';
import type { Random } from '../../kernel/crypto/random.ts';

/** `Host` and `Credential` are the names that the adapter declares itself. */
export type Call<Host extends string = string, Credential extends string = string> = {
  http: PlatformHttp;
  clock: Clock;
  random: Random;
  credentials: Readonly<Record<Credential, string>>;
  hosts: Readonly<Record<Host, string>>;
  apiVersion: string;
};

export type AccountCall<C extends Call = Call> = C & { account: CallAccount };

export type CallAccount = {
  providerAccountId: string;
  username: string;
  grantedScopes: readonly string[];
  /** Null where the operator's credentials suffice. */
  tokens: Tokens | null;
  /** What the adapter itself noted when the account was connected. */
  state: PlatformState;
};

export type PlatformState = Readonly<Record<string, string | number | boolean | null>>;

export type Tokens = {
  accessToken: string;
  refreshToken?: string;
  /** Undefined: does not expire. */
  expiresAt?: Date;
  isRefreshable: boolean;
};

/**
 * The platform certainly published nothing. The kind names the cause: the operator's app (`appProblem`), the account
 * (`disconnected`, `scopeMissing`), the post (`rejected`), a wait (`rateLimited`) or worth a retry (`notDone`,
 * `preparationLost`). After `tokenExpired`, a refresh shows whether the connection is dead.
 */
export type Refusal =
  /** Final: the platform never takes this post. */
  | { kind: 'rejected'; code: string; message: string; platformError: string }
  | { kind: 'appProblem'; code: string; message: string; platformError: string }
  /** `movedTo`: the account's ID from now on. */
  | { kind: 'notDone'; reason: string; movedTo?: string }
  /** A prepared container, upload or blob no longer exists: preparation starts again. */
  | { kind: 'preparationLost'; reason: string }
  | { kind: 'rateLimited'; retryAfterMs: number | undefined }
  | { kind: 'disconnected'; cause: 'tokenExpired' | 'tokenDead' | 'authorizationRemoved'; reason: string }
  | { kind: 'scopeMissing'; scopes: readonly string[] };

/** The platform may have published the post. `isRefusal`: it responded with an error that no table row lists. */
export type Unknown = { kind: 'unknown'; reason: string; isRefusal?: true };
