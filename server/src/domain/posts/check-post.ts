import type { PostMediaItem } from '../../db/post-rows.ts';
import type { Imaging } from '../../imaging/imaging.ts';
import { AppError } from '../../kernel/errors.ts';
import type { DraftPost } from '../../platforms/adapter.ts';
import type { PostIssue } from '../../schemas/post.ts';
import type { WantedTarget } from './find-targets.ts';
import { preflight } from './preflight.ts';
import { publishedText } from './published-text.ts';
import type { PostContent } from './read-content.ts';

type Whole = { content: PostContent; media: readonly PostMediaItem[]; targets: readonly WantedTarget[] };

/** Every rule of every network a post is for. */
function findIssues(mends: Imaging['mends'], { content, media, targets }: Whole): PostIssue[] {
  return targets.flatMap(({ account, platform, customContent, settings }, index) => {
    const target = {
      index,
      accountId: account.id,
      hasCustomContent: customContent !== null,
      adapter: platform.adapter,
    };
    return preflight(target, draftOf({ content, media, customContent, settings }), mends);
  });
}

/** What is to go out must pass all of them; the first that fails names the place. */
export function requireFit(mends: Imaging['mends'], whole: Whole): void {
  const issues = findIssues(mends, whole);
  const first = issues.find(({ severity }) => severity === 'error');
  if (first === undefined) return;
  const message = first.platform === null ? first.message : `${first.platform}: ${first.message}`;
  throw new AppError('validation', message, { param: first.field, issues });
}

/** Nothing is sent for an account that must be connected again first. */
export function requireConnected(targets: readonly WantedTarget[]): void {
  const dead = targets.find(({ account }) => account.status !== 'connected');
  if (dead === undefined) return;
  const { platform, username, status } = dead.account;
  throw new AppError('connectionDead', `The account ${username} is ${status}: connect it again first`, { platform });
}

type Said = {
  content: Pick<PostContent, 'content' | 'hashtags' | 'mentions' | 'title'>;
  media: DraftPost['media'];
  customContent: string | null;
  settings: Readonly<Record<string, unknown>> | null;
};

/** A post as one network would get it. */
export function draftOf({ content, media, customContent, settings }: Said): DraftPost {
  return { text: publishedText(content, customContent), title: content.title, media, settings: settings ?? {} };
}
