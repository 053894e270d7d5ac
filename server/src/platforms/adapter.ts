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

/** An adapter whose own names of hosts and credentials are erased, as the registry and the domain use it. */
export type PlatformAdapter = Adapter<Call>;

/**
 * What Herald knows about a platform: data, and functions that receive everything they may use in a `call`. A
 * capability exists when its sub-object does. Adapters never throw because of a response; a throw is a bug.
 */
export type Adapter<C extends Call> = {
  name: string;
  /** Other names that requests may use. */
  aliases?: readonly string[];
  /** The name as people write it. */
  label: string;
  /** Base URLs by role, without a trailing slash; each can be set as `HERALD_<PLATFORM>_<ROLE>_URL`. */
  hosts: Readonly<Record<string, string>>;
  /** Set as `HERALD_<PLATFORM>_API_VERSION`. */
  apiVersion?: ApiVersion;
  /** The credentials of the operator's app. Without them only sandbox accounts can be connected. */
  settings: readonly CredentialSetting[];
  /** Assumptions that could not be confirmed, shown in the docs. */
  unverified?: readonly string[];
  /** Whether the platform fetches media from Herald's public URL. */
  pullsMedia: boolean;
  connect: OAuthConnect<C> | FormConnect<C> | CodeConnect<C>;
  /** Set if each post needs a board. */
  boards?: Boards<C>;
  publish: Publish<C>;
  comments?: Comments<C>;
  events?: PlatformEvents<C>;
  inbox?: Inbox<C>;
  metrics?: Metrics<C>;
  followers?: ReadFollowers<C>;
  externalPosts?: ExternalPosts<C>;
  /** Deletes a post on the platform; one that is already gone counts as deleted. */
  unpublish?: (call: AccountCall<C>, post: PublishedPost) => Promise<{ kind: 'gone' } | Refusal | Unknown>;
  /** Reserves the reading of comments and reactions of organisations' posts for a later version. */
  reservesOrganisationReads?: true;
};

type ApiVersion = {
  value: string;
  /** Dates on which versions end, if announced. */
  sunsets: Readonly<Record<string, string>>;
};

/** Read as `HERALD_<PLATFORM>_<NAME>`. */
export type CredentialSetting = {
  name: string;
  isSecret: boolean;
  about: string;
  /** Where the operator gets it. */
  source: string;
  /** Accounts can be connected without it. */
  isOptional?: true;
  /** The value that the sandbox accepts. */
  sandboxValue: string;
};
