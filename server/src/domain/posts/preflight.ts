import type { DraftPost, Issue, PlatformAdapter } from '../../platforms/adapter.ts';
import type { Imaging } from '../../imaging/imaging.ts';
import type { PostIssue } from '../../schemas/post.ts';

type Target = { index: number; accountId: string; hasCustomContent: boolean; adapter: PlatformAdapter };

/** The rules of one network for one post, as the public interface tells them. Pure. */
export function preflight(target: Target, post: DraftPost, mends: Imaging['mends']): PostIssue[] {
  const { adapter, accountId } = target;
  return adapter.publish.check(post).map(({ mendedBy, ...issue }) => ({
    ...issue,
    ...(mendedBy === undefined ? {} : judged(issue, mendedBy, mends)),
    field: fieldOf(issue, target),
    platform: adapter.name,
    accountId,
  }));
}

/** What a rendition mends is a warning. */
function judged({ message }: Said, mendedBy: 'image' | 'video', mends: Imaging['mends']): Partial<Said> {
  if (mends[mendedBy]) return { severity: 'warning', message: `${message}: a copy that fits is made for it` };
  return mendedBy === 'video' ? { message: `${message}. With ${mends.videoNeeds}, Herald converts it` } : {};
}

type Said = Pick<Issue, 'severity' | 'message'>;

/** Adapters name fields as one network sees them; the request holds several networks. */
function fieldOf({ field }: Pick<Issue, 'field'>, { index, hasCustomContent }: Target): string {
  if (field.startsWith('settings')) return `platforms[${index}].${field}`;
  return field === 'content' && hasCustomContent ? `platforms[${index}].customContent` : field;
}
