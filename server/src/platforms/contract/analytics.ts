import type { AccountCall, Call, Refusal } from './call.ts';

export type Metrics<C extends Call = Call> = {
  postsMax: number;
  /** Posts without numbers are missing from the map. */
  read: (
    call: AccountCall<C>,
    posts: readonly MeasuredPost[],
  ) => Promise<{ kind: 'metrics'; byPostId: ReadonlyMap<string, PostMetrics> } | Refusal>;
};

export type MeasuredPost = { id: string; publishedAt: Date };

export type MetricName = 'impressions' | 'reach' | 'likes' | 'comments' | 'shares' | 'saves' | 'clicks' | 'views';

export type PostMetrics = Readonly<Partial<Record<MetricName, number>>>;

/** `count` is undefined if the account hides it. */
export type ReadFollowers<C extends Call = Call> = (
  call: AccountCall<C>,
) => Promise<{ kind: 'followers'; count: number | undefined } | Refusal>;
