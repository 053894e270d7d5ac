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

/** `refused`: the code, credentials or grant are no good. `unavailable`: the network could not answer. */
export type Connected =
  | { kind: 'accounts'; accounts: readonly RemoteAccount[] }
  | { kind: 'refused'; reason: string }
  | { kind: 'unavailable'; reason: string };

/** Only `refused` is definite: the account must be connected again. Everything else is retried later. */
export type Refreshed =
  | { kind: 'refreshed'; tokens: Tokens; grantedScopes?: readonly string[] }
  | { kind: 'refused'; cause: 'tokenDead' | 'authorizationRemoved'; reason: string }
  | { kind: 'later'; reason: string; retryAfterMs?: number }
  /** The platform refuses the operator's app, such as its client secret; the account's token may still be good. */
  | { kind: 'appProblem'; reason: string };

/** The scopes each function needs; those of `publish` decide whether an account is connected. */
export type Scopes = Readonly<Record<'publish' | 'comments' | 'messages' | 'analytics', readonly string[]>> & {
  /** Used where granted: for deleting, first comments, drafts and the like. Publishing works without them. */
  readonly extras?: readonly string[];
};

type ConnectCommon = {
  scopes: Scopes;
  refresh?(call: AccountCall): Promise<Refreshed>;
  /** Best effort: true when the network took it. */
  revoke?(call: AccountCall): Promise<boolean>;
};

/** A person approves on the network's page and comes back with a code. */
export type OAuthConnect = ConnectCommon & {
  kind: 'oauth';
  usesPkce: boolean;
  /**
   * What a person is asked for unless the operator sets `HERALD_<PLATFORM>_SCOPES`: publishing and the extras. Scopes of
   * functions that Herald does not have yet would only make the platform's review of the app harder.
   */
  requestedScopes: readonly string[];
  authorizeUrl(call: Call, request: AuthorizeRequest): string;
  exchange(call: Call, grant: AuthorizeGrant): Promise<Connected>;
};

type AuthorizeRequest = {
  redirectUri: string;
  state: string;
  codeChallenge: string | undefined;
  scopes: readonly string[];
};
export type AuthorizeGrant = { code: string; redirectUri: string; codeVerifier: string | undefined };

/** A person types credentials into Herald's own page. */
export type FormConnect = ConnectCommon & {
  kind: 'form';
  /** Above the fields. */
  intro: string;
  fields: readonly FormField[];
  /** What signs a person of the sandbox in; a name nobody has used yet makes a new one. */
  sandboxValues(account: string | undefined): Readonly<Record<string, string>>;
  signIn(call: Call, values: Readonly<Record<string, string>>): Promise<Connected>;
};

export type FormField = {
  name: string;
  label: string;
  hint: string;
  isSecret: boolean;
  isRequired: boolean;
  lengthMax: number;
  /** Holds an address that Herald will call, and is checked like every such address. */
  isUrl?: boolean;
};

/** A person sends a code to a bot, in the chat that is to be connected. */
export type CodeConnect = ConnectCommon & {
  kind: 'code';
  /** What to send and where, for the page; the links add the bot to a chat in which codes are read. */
  invite(call: Call, code: string): Promise<Invite | Unavailable>;
  /** What the bot has seen since `cursor`; one reader at a time. */
  readCodes(call: Call, cursor: string | undefined): Promise<SeenCodes | Unavailable>;
  /** The chat in which a code was seen; refused unless an administrator of the chat sent it. */
  open(call: Call, seen: Omit<SeenCode, 'code'>): Promise<Connected>;
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
