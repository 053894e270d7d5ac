import type { Metrics, ReadFollowers } from './contract/analytics.ts';
import type { Boards } from './contract/boards.ts';
import type { AccountCall, Call, Refusal, Unknown } from './contract/call.ts';
import type { Comments } from './contract/comments.ts';
import type { CodeConnect, FormConnect, OAuthConnect } from './contract/connect.ts';
import type { ExternalPosts } from './contract/external-posts.ts';
import type { PlatformEvents } from './contract/platform-events.ts';
import type { Inbox } from './contract/inbox.ts';
import type { Publish, PublishedPost } from './contract/publish.ts';

export type * from './contract/analytics.ts';
export type * from './contract/boards.ts';
export type * from './contract/call.ts';
export type * from './contract/comments.ts';
export type * from './contract/connect.ts';
export type * from './contract/external-posts.ts';
export type * from './contract/platform-events.ts';
export type * from './contract/inbox.ts';
export type * from './contract/publish.ts';

export type PlatformAdapter = Adapter<Call>;

/** A capability exists when its sub-object does. Adapters never throw because of a response; a throw is a bug. */
export type Adapter<C extends Call> = {
  name: string;
  aliases?: readonly string[];
  label: string;
  /** Without a trailing slash. */
  hosts: Readonly<Record<string, string>>;
  /** Set as `HERALD_<PLATFORM>_API_VERSION`. */
  apiVersion?: ApiVersion;
  settings: readonly CredentialSetting[];
  /** Assumptions that could not be confirmed, shown in the docs. */
  unverified?: readonly string[];
  /** Whether the platform fetches media from Herald's public URL. */
  pullsMedia: boolean;
  connect: OAuthConnect<C> | FormConnect<C> | CodeConnect<C>;
  boards?: Boards<C>;
  publish: Publish<C>;
  comments?: Comments<C>;
  events?: PlatformEvents<C>;
  inbox?: Inbox<C>;
  metrics?: Metrics<C>;
  followers?: ReadFollowers<C>;
  externalPosts?: ExternalPosts<C>;
  /** A post that is already gone counts as deleted. */
  unpublish?: (call: AccountCall<C>, post: PublishedPost) => Promise<{ kind: 'gone' } | Refusal | Unknown>;
  /** Reserves the reading of comments and reactions of organisations' posts for a later version. */
  reservesOrganisationReads?: true;
};

type ApiVersion = {
  value: string;
  sunsets: Readonly<Record<string, string>>;
};

/** Read as `HERALD_<PLATFORM>_<NAME>`. */
export type CredentialSetting = {
  name: string;
  isSecret: boolean;
  about: string;
  source: string;
  isOptional?: true;
  sandboxValue: string;
};
