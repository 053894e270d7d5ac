import type { Clock } from '../../kernel/time/clock.ts';
import type { PlatformHttp } from '../../kernel/outbound/platform-http.ts';
import type { Random } from '../../kernel/crypto/random.ts';

/** Everything an adapter can reach. `Host` and `Credential` are the names that it declares itself. */
export type Call<Host extends string = string, Credential extends string = string> = {
  http: PlatformHttp;
  clock: Clock;
  random: Random;
  credentials: Readonly<Record<Credential, string>>;
  hosts: Readonly<Record<Host, string>>;
  apiVersion: string;
};

/** A call on behalf of a connected account. */
export type AccountCall<C extends Call = Call> = C & { account: CallAccount };

export type CallAccount = {
  providerAccountId: string;
  username: string;
  grantedScopes: readonly string[];
  /** Null where the operator's credentials are all there is. */
  tokens: Tokens | null;
  /** What the adapter itself noted when the account was connected. */
  state: PlatformState;
};

export type PlatformState = Readonly<Record<string, string | number | boolean | null>>;

export type Tokens = {
  accessToken: string;
  refreshToken?: string;
  /** Unknown means that it does not expire. */
  expiresAt?: Date;
  isRefreshable: boolean;
};

/**
 * The platform certainly published nothing, and why. Six questions decide the kind: is it the operator's app
 * (`appProblem`), the account (`disconnected`, `scopeMissing`), the post (`rejected`), a wait the platform imposes
 * (`rateLimited`), worth a retry (`notDone`, `preparationLost`), or in doubt (`Unknown`)?
 */
export type Refusal =
  /** Final: the platform will not take this post, however often it is sent. */
  | { kind: 'rejected'; code: string; message: string; platformError: string }
  /** The platform refuses the operator's app, not the user's account. */
  | { kind: 'appProblem'; code: string; message: string; platformError: string }
  /** Worth trying again. `movedTo`: the account is to be called by this id from now on. */
  | { kind: 'notDone'; reason: string; movedTo?: string }
  /** A container, upload or blob that was prepared no longer exists: preparation starts from the beginning. */
  | { kind: 'preparationLost'; reason: string }
  | { kind: 'rateLimited'; retryAfterMs: number | undefined }
  | { kind: 'disconnected'; cause: 'tokenExpired' | 'tokenDead' | 'authorizationRemoved'; reason: string }
  | { kind: 'scopeMissing'; scopes: readonly string[] };

/**
 * The platform may have published the post. `isRefusal`: it answered with an error that no table row knows, rather than
 * not answering at all.
 */
export type Unknown = { kind: 'unknown'; reason: string; isRefusal?: true };
