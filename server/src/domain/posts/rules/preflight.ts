import type { DraftPost, Issue, PlatformAdapter } from '../../../platforms/adapter.ts';
import type { Imaging } from '../../../imaging/imaging.ts';
import type { PostIssue } from '../../../schemas/post.ts';
import { publishedParts } from '../model/published-text.ts';
import type { PostContent } from '../request/read-content.ts';
import { threadKey, threadOf } from '../model/thread.ts';

type Target = {
  index: number;
  accountId: string;
  adapter: PlatformAdapter;
  customContent: string | null;
  boardId: string | null;
  settings: Readonly<Record<string, unknown>> | null;
};
type CheckedContent = {
  content: Pick<PostContent, 'content' | 'hashtags' | 'mentions' | 'title' | 'tags'>;
  media: DraftPost['media'];
};
export type PreflightIssue = PostIssue & Pick<Issue, 'code'>;
type Preflight = {
  draft: DraftPost;
  issues: PreflightIssue[];
};

export function preflight(
  target: Target,
  { content, media }: CheckedContent,
  conversions: Imaging['conversions'],
): Preflight {
  const { adapter, accountId, customContent, settings } = target;
  const parts = publishedParts(content, { customContent, settings, media });
  const draft: DraftPost = { ...parts, title: content.title, tags: content.tags, settings: withBoard(target) };
  const issues = adapter.publish.check(draft).map(({ convertibleAs, ...issue }) => ({
    ...issue,
    ...(convertibleAs === undefined ? {} : judged(issue, convertibleAs, conversions)),
    field: fieldOf(issue, target),
    platform: adapter.name,
    accountId,
  }));
  return { draft, issues };
}

function withBoard({ adapter, boardId, settings }: Target): DraftPost['settings'] {
  const isNamed = settings?.['boardId'] !== undefined;
  return adapter.boards === undefined || boardId === null || isNamed ? (settings ?? {}) : { ...settings, boardId };
}

type Judged = Pick<Issue, 'severity' | 'message'>;

function judged(
  { message }: Judged,
  convertibleAs: 'image' | 'video',
  conversions: Imaging['conversions'],
): Partial<Judged> {
  if (conversions[convertibleAs])
    return { severity: 'warning', message: `${message}. Herald converts it to a file that fits` };
  return convertibleAs === 'video'
    ? { message: `${message}. Herald can convert it with ${conversions.videoNeeds}` }
    : {};
}

function fieldOf({ field }: Pick<Issue, 'field'>, { index, customContent, settings }: Target): string {
  if (field.startsWith('settings')) return `platforms[${index}].${field}`;
  const isOfThread = threadOf(settings).length > 0 && /^(content|mediaItems)/.test(field);
  if (isOfThread) return `platforms[${index}].settings.${threadKey}[0].${field}`;
  return field === 'content' && customContent !== null ? `platforms[${index}].customContent` : field;
}
