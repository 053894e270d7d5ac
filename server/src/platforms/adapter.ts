import type { Boards } from './contract/boards.ts';
import type { AccountCall, Refusal, Unknown } from './contract/call.ts';
import type { CodeConnect, FormConnect, OAuthConnect } from './contract/connect.ts';
import type { Publish, PublishedPost } from './contract/publish.ts';

export type * from './contract/boards.ts';
export type * from './contract/call.ts';
export type * from './contract/connect.ts';
export type * from './contract/publish.ts';

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
  /** What nobody could confirm, for people to read. */
  unverified?: readonly string[];
  /** Whether it fetches media from Herald's public address by itself. */
  pullsMedia: boolean;
  connect: OAuthConnect | FormConnect | CodeConnect;
  /** Where posts go into a place of the account that must be named. */
  boards?: Boards;
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

/** A post made on the network itself, or by Herald. */
export type RecentPost = {
  platformPostId: string;
  platformPostUrl: string | undefined;
  content: string;
  publishedAt: Date;
  mediaItems: readonly { type: 'image' | 'video'; url: string | undefined; thumbnail: string | undefined }[];
};
