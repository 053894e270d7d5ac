import type { TObject } from 'typebox';
import type { AccountCall, Call, Refusal, Unknown } from './call.ts';

export type Publish<C extends Call = Call> = {
  /** The widest limits; used when the kind of post is not known. */
  limits: Limits;
  /** The limits of this kind of post, if they depend on it. */
  limitsOf?: (post: DraftPost) => Limits;
  /** Schema of a target's public `settings`; `x-column` names the CSV column of a setting. */
  options: TObject;
  /** A CSV column for the text, in addition to `custom_content_<platform>`. */
  textColumn?: string;
  /** Checks everything that needs no call to the platform. Pure. */
  check: (post: DraftPost) => Issue[];
  /** Performs one repeatable effect per call. The caller commits the publish state before the next call. */
  prepare: (call: AccountCall<C>, post: Post, publishState: PublishState | undefined) => Promise<Step>;
  /** Sends exactly one irrevocable request and nothing else. */
  send: (call: AccountCall<C>, post: Post, publishState: PublishState) => Promise<Outcome>;
  /** Follows a post that the platform accepted and is still processing. */
  poll?: (call: AccountCall<C>, post: Post, publishState: PublishState) => Promise<Outcome>;
  /** Finds out after a lost response whether the post was published. */
  settle: (call: AccountCall<C>, post: Post, sent: { publishState: PublishState; sentAt: Date }) => Promise<Settled>;
  /** Reads the permalink if the platform reveals it only after publishing. */
  permalink?: (call: AccountCall<C>, postId: string) => Promise<string | undefined>;
  /** The rules for each item after the first, on platforms with threads. */
  thread?: Threads;
  /** What follows the post, such as a first comment; its failure never fails or repeats the post. */
  followUps?: FollowUps<C>;
};

export type Threads = {
  limits: Limits;
  /** Reads the items of a request, or says what is wrong with them. Pure. */
  read(input: unknown): { kind: 'items'; items: readonly ThreadItemInput[] } | { kind: 'wrong'; message: string };
};

export type ThreadItemInput = { content?: string; mediaItems?: { url: string; title?: string }[] };

export type FollowUps<C extends Call = Call> = {
  /** Names the follow-ups in order. Pure. */
  list: (post: DraftPost) => readonly string[];
  /** Prepares a follow-up like a post, if something must be uploaded first. */
  prepare?: (
    call: AccountCall<C>,
    post: Post,
    position: FollowUpPosition,
    publishState: PublishState | undefined,
  ) => Promise<Step>;
  /** Sends one irrevocable request. */
  send: (
    call: AccountCall<C>,
    post: Post,
    position: FollowUpPosition,
    publishState: PublishState | undefined,
  ) => Promise<Outcome>;
};

export type FollowUpPosition = {
  name: string;
  /** Its index in the list. */
  index: number;
  postId: string;
  /** The ID of the post or of the follow-up before this one. */
  previousId: string;
};

/** A post as one platform receives it. */
export type Post = {
  text: string;
  title: string;
  media: readonly Media[];
  /** The items after the root, if the post is a thread. */
  thread: readonly ThreadPart[];
  /** Tags of the whole post, for platforms that have them. */
  tags: readonly string[];
  /** The public `settings`, checked against `options`. */
  settings: Readonly<Record<string, unknown>>;
};

export type ThreadPart = { text: string; media: readonly Media[] };

/** A post before its media are opened. */
export type DraftPost = Omit<Post, 'media' | 'thread'> & {
  media: readonly MediaFacts[];
  thread: readonly (Omit<ThreadPart, 'media'> & { media: readonly MediaFacts[] })[];
};

export type MediaType = 'image' | 'video' | 'gif' | 'document';

export type MediaFacts = {
  type: MediaType;
  contentType: string;
  /** Unknown for media hosted elsewhere. */
  sizeBytes: number | undefined;
  width?: number;
  height?: number;
  durationMs?: number;
  /** Such as `avc`, `hevc` or `vp9`, if known. */
  videoCodec?: string;
};

export type Media = MediaFacts & {
  /** Where a platform can fetch it. */
  url: string;
  sizeBytes: number;
  /** Streams the bytes, or those of a range (`end` is exclusive). */
  open(range?: { start: number; end: number }): AsyncIterable<Uint8Array>;
};

/** `emojiBytes` counts characters, and emoji by their bytes. `weighted` counts like X. `bytes` are those of UTF-8. */
export type TextUnit = 'characters' | 'utf16' | 'graphemes' | 'bytes' | 'emojiBytes' | 'weighted';

export type Limits = {
  text: { max: number; maxWithMedia?: number; unit: TextUnit };
  hashtagsMax?: number;
  mentionsMax?: number;
  media: {
    isRequired: boolean;
    countMax: number;
    /** The first rule of an item's type applies; types without a rule are refused. */
    rules: readonly MediaRule[];
  };
};

export type MediaRule = {
  type: MediaType;
  contentTypes: readonly string[];
  sizeBytesMax: number;
  /** The maximum of this type; with `isAlone` no other media may be attached. */
  countMax?: number;
  isAlone?: boolean;
  durationMs?: { min: number; max: number };
  /** Applies to videos whose codec is known. */
  videoCodecs?: readonly string[];
  /** The platform scales wider images down, so renditions are no wider. */
  widthMax?: number;
  /** Width by height; the platform may refuse images outside of this range. */
  ratio?: { min: number; max: number };
};

/** A violated rule, named as in the public API. */
export type Issue = {
  rule: IssueRule;
  severity: 'error' | 'warning';
  field: string;
  message: string;
  limit?: number;
  actual?: number;
  /** A documented feature that is not supported yet. */
  code?: 'unsupported';
  /** Converting the file to this type would solve the error. */
  convertibleAs?: 'image' | 'video';
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

/** Typed and versioned by its adapter, stored as JSON. `pollCount` is ignored when publish states are compared. */
export type PublishState = Readonly<{ v: number } & Record<string, unknown>>;

export type Step =
  | { kind: 'again'; publishState: PublishState }
  | { kind: 'wait'; publishState: PublishState; afterMs: number }
  | { kind: 'ready'; publishState: PublishState }
  | Refusal;

export type PublishedPost = {
  id: string;
  /** The IDs of all parts if there are several; needed to delete the post. */
  partIds?: readonly string[];
};

export type Outcome =
  /** `warnings`: what the user should know about the published post. */
  | ({ kind: 'published'; url?: string; warnings?: readonly string[] } & PublishedPost)
  | { kind: 'pending'; publishState: PublishState; pollAfterMs: number }
  | Refusal
  | Unknown;

export type Settled =
  | { kind: 'found'; id: string; url?: string }
  | { kind: 'absent' }
  /** `canAskAgain`: the look-up failed, and a later one may succeed. */
  | { kind: 'inconclusive'; reason: string; canAskAgain: boolean };
