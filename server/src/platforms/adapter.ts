import type { TObject } from 'typebox';
import type { Clock } from '../kernel/clock.ts';
import type { PlatformHttp } from '../kernel/platform-http.ts';
import type { Random } from '../kernel/random.ts';

/**
 * What a network is to Herald: data, and functions that are handed the world in a `call`. A capability is there when its
 * sub-object is. Adapters never throw for what a network answers; a throw is a bug.
 */
export type PlatformAdapter = {
  name: string;
  /** Other names it is accepted under. */
  aliases?: readonly string[];
  /** As people write it. */
  label: string;
  /** Real addresses by role, without a slash at the end; each may be set as `HERALD_<PLATFORM>_<ROLE>_URL`. */
  hosts: Readonly<Record<string, string>>;
  /** Set as `HERALD_<PLATFORM>_API_VERSION`. */
  apiVersion?: ApiVersion;
  /** The credentials it needs. All set: real accounts can be connected. None: sandbox only. */
  settings: readonly CredentialSetting[];
  /** Whether it fetches media from Herald's public address by itself. */
  pullsMedia: boolean;
  connect: OAuthConnect | FormConnect | CodeConnect;
  publish: Publish;
  /** Deletes at the network; already gone counts as done. */
  unpublish?(call: AccountCall, post: PublishedPost): Promise<{ kind: 'gone' } | Refusal | Unknown>;
  /** Comments and reactions of organisations' posts are reserved until they can be read. */
  reservesOrganisationReads?: true;
  /** Newest first. */
  recentPosts?(call: AccountCall, query: { limit: number }): Promise<{ kind: 'posts'; posts: RecentPost[] } | Refusal>;
};

type ApiVersion = {
  value: string;
  /** Days on which versions end, where the network has named them. */
  sunsets: Readonly<Record<string, string>>;
};

/** Read as `HERALD_<PLATFORM>_<NAME>`. */
type CredentialSetting = {
  name: string;
  isSecret: boolean;
  about: string;
  /** Where a person gets it. */
  source: string;
  /** What stands in for it towards the sandbox. */
  sandboxValue: string;
};

/** The world of an adapter: nothing else is reachable. */
export type Call = {
  http: PlatformHttp;
  clock: Clock;
  random: Random;
  /** By the names of `settings`. */
  credentials: Readonly<Record<string, string>>;
  /** By role. */
  hosts: Readonly<Record<string, string>>;
  apiVersion: string;
};

export type AccountCall = Call & { account: CallAccount };

export type CallAccount = {
  providerAccountId: string;
  username: string;
  grantedScopes: readonly string[];
  /** Null where the operator's credentials are all there is. */
  tokens: Tokens | null;
  /** What the adapter itself noted when the account was connected. */
  state: PlatformState;
};

type PlatformState = Readonly<Record<string, string | number | boolean | null>>;

// Connecting

export type Tokens = {
  accessToken: string;
  refreshToken?: string;
  /** Unknown means that it does not expire. */
  expiresAt?: Date;
  isRefreshable: boolean;
};

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

/** Only `refused` is definite; everything else is tried again later. */
export type Refreshed =
  | { kind: 'refreshed'; tokens: Tokens; grantedScopes?: readonly string[] }
  | { kind: 'refused'; cause: 'tokenDead' | 'authorizationRemoved'; reason: string }
  | { kind: 'later'; reason: string; retryAfterMs?: number };

/** The scopes each function needs; those of `publish` decide whether an account is connected. */
export type Scopes = Readonly<Record<'publish' | 'comments' | 'messages' | 'analytics', readonly string[]>>;

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
  authorizeUrl(call: Call, request: AuthorizeRequest): string;
  exchange(call: Call, grant: AuthorizeGrant): Promise<Connected>;
};

type AuthorizeRequest = { redirectUri: string; state: string; codeChallenge: string | undefined };
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
  /** What to send and where, for the page; `url` opens the bot with the text filled in. */
  invite(call: Call, code: string): Promise<{ kind: 'invite'; bot: string; text: string; url: string } | Unavailable>;
  /** What the bot has seen since `cursor`; one reader at a time. */
  readCodes(call: Call, cursor: string | undefined): Promise<SeenCodes | Unavailable>;
  /** The chat in which a code was seen. */
  open(call: Call, chatId: string): Promise<Connected>;
};

type SeenCodes = { kind: 'codes'; codes: readonly { code: string; chatId: string }[]; cursor: string | undefined };
type Unavailable = { kind: 'unavailable'; reason: string };

// Publishing

export type Publish = {
  /** The widest there are. */
  limits: Limits;
  /** Where they depend on the kind of post. */
  limitsOf?(post: DraftPost): Limits;
  /** The public `settings` of a target. */
  options: TObject;
  /** Everything that can be known without asking the network. Pure. */
  check(post: DraftPost): Issue[];
  /** One repeatable effect per call. The caller commits the handle before it calls again. */
  prepare(call: AccountCall, post: Post, handle: Handle | undefined): Promise<Step>;
  /** Exactly one irrevocable request and nothing else. */
  send(call: AccountCall, post: Post, handle: Handle): Promise<Outcome>;
  /** Follows what the network finishes after it has accepted. */
  poll?(call: AccountCall, post: Post, handle: Handle): Promise<Outcome>;
  /** After a lost answer: did it happen? */
  settle(call: AccountCall, post: Post, sent: { handle: Handle; sentAt: Date }): Promise<Settled>;
  /** Where the network names the address only afterwards. */
  permalink?(call: AccountCall, postId: string): Promise<string | undefined>;
  /** Where posts can be strung together: the rules of each that follows the first. */
  thread?: { limits: Limits };
  /** What comes after the post, such as a first comment: never fails or repeats the post. */
  followUps?: FollowUps;
};

export type FollowUps = {
  /** One name each, in order. Pure. */
  list(post: DraftPost): readonly string[];
  /** As for the post itself, where something must be there before the request. */
  prepare?(call: AccountCall, post: Post, place: FollowUpPlace, handle: Handle | undefined): Promise<Step>;
  /** One irrevocable request. */
  send(call: AccountCall, post: Post, place: FollowUpPlace, handle: Handle | undefined): Promise<Outcome>;
};

export type FollowUpPlace = {
  name: string;
  /** Its place in the list. */
  index: number;
  postId: string;
  /** The post, then each follow-up in turn. */
  previousId: string;
};

/** A post as one network gets it. */
export type Post = {
  text: string;
  title: string;
  media: readonly Media[];
  /** What follows it in a thread. */
  thread: readonly ThreadPart[];
  /** Of the post as a whole, where a network has a place for them. */
  tags: readonly string[];
  /** As the public `settings`, checked against `options`. */
  settings: Readonly<Record<string, unknown>>;
};

export type ThreadPart = { text: string; media: readonly Media[] };

/** What is known before anything is opened. */
export type DraftPost = Omit<Post, 'media' | 'thread'> & {
  media: readonly MediaFacts[];
  thread: readonly (Omit<ThreadPart, 'media'> & { media: readonly MediaFacts[] })[];
};

export type MediaType = 'image' | 'video' | 'gif' | 'document';

export type MediaFacts = {
  type: MediaType;
  contentType: string;
  /** Unknown for what lies elsewhere. */
  sizeBytes: number | undefined;
  width?: number;
  height?: number;
  durationMs?: number;
  /** As `avc`, `hevc`, `vp9`, where known. */
  videoCodec?: string;
};

export type Media = MediaFacts & {
  /** Where a network can fetch it. */
  url: string;
  sizeBytes: number;
  /** The bytes, or those of a range (`end` not included). */
  open(range?: { start: number; end: number }): AsyncIterable<Uint8Array>;
};

/** `emojiBytes`: characters, an emoji counted by its bytes. `weighted`: as X counts. `bytes`: of UTF-8. */
export type TextUnit = 'characters' | 'utf16' | 'graphemes' | 'bytes' | 'emojiBytes' | 'weighted';

export type Limits = {
  text: { max: number; maxWithMedia?: number; unit: TextUnit };
  hashtagsMax?: number;
  mentionsMax?: number;
  media: {
    isRequired: boolean;
    countMax: number;
    /** The first rule whose type fits an item judges it; a type without a rule is refused. */
    rules: readonly MediaRule[];
  };
};

export type MediaRule = {
  type: MediaType;
  contentTypes: readonly string[];
  sizeBytesMax: number;
  /** Of this type; with `isAlone` nothing may stand beside it. */
  countMax?: number;
  isAlone?: boolean;
  durationMs?: { min: number; max: number };
  /** Of a video whose codec is known. */
  videoCodecs?: readonly string[];
  /** The network shrinks wider images itself, so a rendition is made no wider. */
  widthMax?: number;
  /** Width by height, outside of which the network may refuse an image. */
  ratio?: { min: number; max: number };
};

/** A broken rule, named as in the public interface. */
export type Issue = {
  rule: IssueRule;
  severity: 'error' | 'warning';
  field: string;
  message: string;
  limit?: number;
  actual?: number;
  /** Something the interface names and nobody can have yet. */
  code?: 'unsupported';
  /** An error that a rendition of the image or video would mend. */
  mendedBy?: 'image' | 'video';
};

export type IssueRule =
  | 'textRequired'
  | 'textLength'
  | 'titleLength'
  | 'hashtagCount'
  | 'mentionCount'
  | 'mediaRequired'
  | 'mediaCount'
  | 'mediaMix'
  | 'mediaType'
  | 'mediaSize'
  | 'mediaDuration'
  | 'boardRequired'
  | 'settings';

/** Typed and versioned by the network that wrote it; kept as JSON. */
export type Handle = Readonly<{ v: number } & Record<string, unknown>>;

export type Step =
  | { kind: 'again'; handle: Handle }
  | { kind: 'wait'; handle: Handle; afterMs: number }
  | { kind: 'ready'; handle: Handle }
  | Refusal;

type PublishedPost = {
  id: string;
  /** The ids of all it is made of, where there are several: needed to delete it. */
  partIds?: readonly string[];
};

export type Outcome =
  /** `warnings`: what the person should know of how it came out. */
  | ({ kind: 'published'; url?: string; warnings?: readonly string[] } & PublishedPost)
  | { kind: 'pending'; handle: Handle; pollAfterMs: number }
  | Refusal
  | Unknown;

export type Settled =
  | { kind: 'found'; id: string; url?: string }
  | { kind: 'absent' }
  /** `canAskAgain`: the look-up itself failed, and a later one may tell. */
  | { kind: 'inconclusive'; reason: string; canAskAgain: boolean };

/** Certainly without effect, and why. */
export type Refusal =
  | { kind: 'rejected'; code: string; message: string; platformError: string }
  /** Worth trying again. `movedTo`: the account is to be called by this id from now on. */
  | { kind: 'notDone'; reason: string; movedTo?: string }
  | { kind: 'rateLimited'; retryAfterMs: number | undefined }
  | { kind: 'disconnected'; cause: 'tokenExpired' | 'tokenDead' | 'authorizationRemoved'; reason: string }
  | { kind: 'scopeMissing'; scopes: readonly string[] };

/** Perhaps with effect: a lost or unreadable answer to an irrevocable request. */
export type Unknown = { kind: 'unknown'; reason: string };

/** A post made on the network itself, or by Herald. */
export type RecentPost = {
  platformPostId: string;
  platformPostUrl: string | undefined;
  content: string;
  publishedAt: Date;
  mediaItems: readonly { type: 'image' | 'video'; url: string | undefined; thumbnail: string | undefined }[];
};
