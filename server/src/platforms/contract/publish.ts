import type { TObject } from 'typebox';
import type { AccountCall, Refusal, Unknown } from './call.ts';

export type Publish = {
  /** The widest there are. */
  limits: Limits;
  /** Where they depend on the kind of post. */
  limitsOf?(post: DraftPost): Limits;
  /** The public `settings` of a target; `x-column` names the column of a file that feeds one. */
  options: TObject;
  /** A column of a file, besides `custom_content_<platform>`, for the words of posts there. */
  textColumn?: string;
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
  thread?: Threads;
  /** What comes after the post, such as a first comment: never fails or repeats the post. */
  followUps?: FollowUps;
};

export type Threads = {
  limits: Limits;
  /** The items as a request gives them, or what is wrong with them. Pure. */
  read(given: unknown): { kind: 'items'; items: readonly AskedItem[] } | { kind: 'wrong'; message: string };
};

export type AskedItem = { content?: string; mediaItems?: { url: string; title?: string }[] };

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
  /** What follows it in a thread, whose root it is then. */
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
  /** An error that converting the image or video would solve. */
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

/** Typed and versioned by the network that wrote it; kept as JSON. A `pollCount` that grows is no news. */
export type Handle = Readonly<{ v: number } & Record<string, unknown>>;

export type Step =
  | { kind: 'again'; handle: Handle }
  | { kind: 'wait'; handle: Handle; afterMs: number }
  | { kind: 'ready'; handle: Handle }
  | Refusal;

export type PublishedPost = {
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
