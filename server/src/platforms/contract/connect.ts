import type { AccountCall, Call, PlatformState, Tokens } from './call.ts';

export type RemoteAccount = {
  providerAccountId: string;
  username: string;
  displayName: string;
  profileUrl?: string;
  avatarUrl?: string;
  grantedScopes: readonly string[];
  tokens: Tokens | null;
  state: PlatformState;
};

/** `refused`: the code, credentials or grant are invalid. */
export type Connected =
  | { kind: 'accounts'; accounts: readonly RemoteAccount[] }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string };

/** Only `refused` is definite; everything else is retried later. */
export type Refreshed =
  | { kind: 'refreshed'; tokens: Tokens; grantedScopes?: readonly string[] }
  | { kind: 'refused'; cause: 'tokenDead' | 'authorizationRemoved'; reason: string }
  | { kind: 'later'; reason: string; retryAfterMs?: number }
  | { kind: 'appProblem'; reason: string };

/** The scopes of `publish` decide whether an account is connected. */
export type Scopes = Readonly<Record<'publish' | 'comments' | 'messages' | 'analytics', readonly string[]>> & {
  /** Publishing works without them. */
  readonly extras?: readonly string[];
};

type ConnectCommon<C extends Call> = {
  scopes: Scopes;
  refresh?: (call: AccountCall<C>) => Promise<Refreshed>;
  /** True only when the platform confirmed it. */
  revoke?: (call: AccountCall<C>) => Promise<boolean>;
};

export type OAuthConnect<C extends Call = Call> = ConnectCommon<C> & {
  kind: 'oauth';
  usesPkce: boolean;
  /** Requesting scopes of functions that Herald does not have would only make the platform's app review harder. */
  requestedScopes: readonly string[];
  /** Only reviewed apps may request these; operators add them to `HERALD_<PLATFORM>_SCOPES`. */
  vettedScopes?: readonly string[];
  authorizeUrl: (call: C, request: AuthorizeRequest) => string;
  exchange: (call: C, grant: AuthorizeGrant) => Promise<Connected>;
};

type AuthorizeRequest = {
  redirectUri: string;
  state: string;
  codeChallenge: string | undefined;
  scopes: readonly string[];
};
export type AuthorizeGrant = { code: string; redirectUri: string; codeVerifier: string | undefined };

export type FormConnect<C extends Call = Call> = ConnectCommon<C> & {
  kind: 'form';
  intro: string;
  fields: readonly FormField[];
  /** An unused name creates an account in the sandbox. */
  sandboxValues: (account: string | undefined) => Readonly<Record<string, string>>;
  signIn: (call: C, values: Readonly<Record<string, string>>) => Promise<Connected>;
};

export type FormField = {
  name: string;
  label: string;
  hint: string;
  isSecret: boolean;
  isRequired: boolean;
  lengthMax: number;
  /** Herald will call this URL, so it is checked like every such URL. */
  isUrl?: boolean;
};

export type CodeConnect<C extends Call = Call> = ConnectCommon<C> & {
  kind: 'code';
  invite: (call: C, code: string) => Promise<Invite | Unavailable>;
  /** Reads the codes received since `cursor`; one reader at a time. */
  readCodes: (call: C, cursor: string | undefined) => Promise<SeenCodes | Unavailable>;
  /** Refused unless an administrator of the chat sent the code. */
  open: (call: C, seen: Omit<SeenCode, 'code'>) => Promise<Connected>;
};

export type InviteLink = { label: string; url: string };
type Invite = { kind: 'invite'; bot: string; text: string; links: readonly InviteLink[] };

export type SeenCode = {
  code: string;
  chatId: string;
  /** Null when the chat itself sent it: a channel, or an anonymous administrator of a group. */
  senderId: string | null;
};

type SeenCodes = { kind: 'codes'; codes: readonly SeenCode[]; cursor: string | undefined };
type Unavailable = { kind: 'unavailable'; reason: string };
