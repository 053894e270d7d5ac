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

/** `refused`: the code, credentials or grant are invalid. `unavailable`: the platform did not respond properly. */
export type Connected =
  | { kind: 'accounts'; accounts: readonly RemoteAccount[] }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string };

/** Only `refused` is definite: the account must be connected again. Everything else is retried later. */
export type Refreshed =
  | { kind: 'refreshed'; tokens: Tokens; grantedScopes?: readonly string[] }
  | { kind: 'refused'; cause: 'tokenDead' | 'authorizationRemoved'; reason: string }
  | { kind: 'later'; reason: string; retryAfterMs?: number }
  /** The platform refuses the operator's app, such as its client secret; the account's token may still be valid. */
  | { kind: 'appProblem'; reason: string };

/** The scopes each function needs; those of `publish` decide whether an account is connected. */
export type Scopes = Readonly<Record<'publish' | 'comments' | 'messages' | 'analytics', readonly string[]>> & {
  /** Optional scopes for deleting, first comments, drafts and similar. Publishing works without them. */
  readonly extras?: readonly string[];
};

type ConnectCommon<C extends Call> = {
  scopes: Scopes;
  refresh?: (call: AccountCall<C>) => Promise<Refreshed>;
  /** Best effort; true when the platform confirmed it. */
  revoke?: (call: AccountCall<C>) => Promise<boolean>;
};

/** A person approves on the platform's page and returns with a code. */
export type OAuthConnect<C extends Call = Call> = ConnectCommon<C> & {
  kind: 'oauth';
  usesPkce: boolean;
  /**
   * The scopes to request unless the operator sets `HERALD_<PLATFORM>_SCOPES`. Scopes of functions that Herald does not
   * have yet would only make the platform's review of the app harder.
   */
  requestedScopes: readonly string[];
  /** Scopes that only reviewed apps have and others must not request: operators add them to the setting. */
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

/** A person types credentials into Herald's own page. */
export type FormConnect<C extends Call = Call> = ConnectCommon<C> & {
  kind: 'form';
  /** Shown above the fields. */
  intro: string;
  fields: readonly FormField[];
  /** Credentials that sign in to the sandbox; an unused name creates an account. */
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
  /** The value is a URL that Herald will call, so it is checked like every such URL. */
  isUrl?: boolean;
};

/** A person sends a code to a bot in the chat to connect. */
export type CodeConnect<C extends Call = Call> = ConnectCommon<C> & {
  kind: 'code';
  /** What the page tells the person to send; the links add the bot to a chat. */
  invite: (call: C, code: string) => Promise<Invite | Unavailable>;
  /** Reads the codes that the bot received since `cursor`; one reader at a time. */
  readCodes: (call: C, cursor: string | undefined) => Promise<SeenCodes | Unavailable>;
  /** Opens the chat in which a code was received; refused unless an administrator of the chat sent it. */
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
