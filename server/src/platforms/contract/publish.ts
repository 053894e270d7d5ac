import type { TObject } from 'typebox';
import type { AccountCall, Call, Refusal, Unknown } from './call.ts';

export type Publish<C extends Call = Call> = {
  /** Used when the kind of post is not known, so these are the widest. */
  limits: Limits;
  limitsOf?: (post: DraftPost) => Limits;
  /** Public `settings` of a target; `x-column` names a setting's CSV column. */
  options: TObject;
  textColumn?: string;
  /** Pure; needs no call to the platform. */
  check: (post: DraftPost) => Issue[];
  /** Performs one repeatable effect per call. The caller commits the publish state before the next call. */
  prepare: (call: AccountCall<C>, post: Post, publishState: PublishState | undefined) => Promise<Step>;
  /** Sends exactly one irrevocable request and nothing else. */
  send: (call: AccountCall<C>, post: Post, publishState: PublishState) => Promise<Outcome>;
  /** Follows a post that the platform is still processing. */
  poll?: (call: AccountCall<C>, post: Post, publishState: PublishState) => Promise<Outcome>;
  /** Finds out after a lost response whether the post was published. */
  settle: (call: AccountCall<C>, post: Post, sent: { publishState: PublishState; sentAt: Date }) => Promise<Settled>;
  /** For platforms that reveal the permalink only after publishing. */
  permalink?: (call: AccountCall<C>, postId: string) => Promise<string | undefined>;
  thread?: Threads;
  /** What follows the post, such as a first comment; its failure never fails or repeats the post. */
  followUps?: FollowUps<C>;
};

export type Threads = {
  limits: Limits;
  read(input: unknown): { kind: 'items'; items: readonly ThreadItemInput[] } | { kind: 'wrong'; message: string };
};

export type ThreadItemInput = { content?: string; mediaItems?: { url: string; title?: string }[] };

export type FollowUps<C extends Call = Call> = {
  list: (post: DraftPost) => readonly string[];
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
  index: number;
  postId: string;
  /** Of the post, or of the follow-up before this one. */
  previousId: string;
};

export type Post = {
  text: string;
  title: string;
  media: readonly Media[];
  thread: readonly ThreadPart[];
  tags: readonly string[];
  /** Checked against `options`. */
  settings: Readonly<Record<string, unknown>>;
};

export type ThreadPart = { text: string; media: readonly Media[] };

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
  /** Such as `avc`, `hevc` or `vp9`. */
  videoCodec?: string;
};

export type Media = MediaFacts & {
  url: string;
  sizeBytes: number;
  open(range?: { start: number; end: number }): AsyncIterable<Uint8Array>;
};

/** `emojiBytes` counts an emoji by its bytes, `weighted` counts like X, `bytes` are UTF-8. */
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
  /** With `isAlone` no other media may be attached. */
  countMax?: number;
  isAlone?: boolean;
  durationMs?: { min: number; max: number };
  videoCodecs?: readonly string[];
  /** The platform scales wider images down, so renditions are no wider. */
  widthMax?: number;
  /** Width by height; the platform may refuse images outside of this range. */
  ratio?: { min: number; max: number };
};

export type Issue = {
  rule: IssueRule;
  severity: 'error' | 'warning';
  field: string;
  message: string;
  limit?: number;
  actual?: number;
  /** A documented feature that Herald does not support. */
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

/** Stored as JSON. `pollCount` is ignored when publish states are compared. */
export type PublishState = Readonly<{ v: number } & Record<string, unknown>>;

export type Step =
  | { kind: 'again'; publishState: PublishState }
  | { kind: 'wait'; publishState: PublishState; afterMs: number }
  | { kind: 'ready'; publishState: PublishState }
  | Refusal;

export type PublishedPost = {
  id: string;
  /** If there are several parts: all are needed to delete the post. */
  partIds?: readonly string[];
};

export type Outcome =
  | ({ kind: 'published'; url?: string; warnings?: readonly string[] } & PublishedPost)
  | { kind: 'pending'; publishState: PublishState; pollAfterMs: number }
  | Refusal
  | Unknown;

export type Settled =
  | { kind: 'found'; id: string; url?: string }
  | { kind: 'absent' }
  /** `canAskAgain`: the look-up failed, and a later one may succeed. */
  | { kind: 'inconclusive'; reason: string; canAskAgain: boolean };
