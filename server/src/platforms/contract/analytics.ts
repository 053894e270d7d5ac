import type { AccountCall, Call, Refusal } from './call.ts';

/** Reads how posts of the account perform. */
export type Metrics<C extends Call = Call> = {
  /** The most posts that `read` accepts. */
  postsMax: number;
  /** Posts that the platform does not know or has no numbers for are missing from the map. */
  read: (
    call: AccountCall<C>,
    posts: readonly MeasuredPost[],
  ) => Promise<{ kind: 'metrics'; byPostId: ReadonlyMap<string, PostMetrics> } | Refusal>;
};

export type MeasuredPost = { id: string; publishedAt: Date };

export type MetricName = 'impressions' | 'reach' | 'likes' | 'comments' | 'shares' | 'saves' | 'clicks' | 'views';

/** Counts since the post was published. Metrics that the platform does not report are absent. */
export type PostMetrics = Readonly<Partial<Record<MetricName, number>>>;

/** How many people follow the account now. `count` is undefined if the account hides it. */
export type ReadFollowers<C extends Call = Call> = (
  call: AccountCall<C>,
) => Promise<{ kind: 'followers'; count: number | undefined } | Refusal>;
