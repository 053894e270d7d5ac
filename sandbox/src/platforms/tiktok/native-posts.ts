import { FactsError, type AccountTools, type NativePost } from '../../core/platform.ts';
import { keep, newPostId } from './finish.ts';
import { processing } from './limits.ts';
import { persons, profileUrlOf } from './persons.ts';
import type { Publication } from './publications.ts';

/** Public: one video, or photos. */
export function addPost({ tx, random }: AccountTools, native: NativePost): { id: string; url: string } {
  const { account, text, media, createdAt } = native;
  const person = persons.get(tx, account) ?? persons.named(tx, account);
  if (person === undefined) throw new FactsError(`tiktok has no account ${account}`);
  if (media.length === 0) throw new FactsError('tiktok posts need mediaUrls');
  const files = media.map(({ file }) => file);
  const kind = files.some(({ type }) => type === 'video') ? 'video' : 'photo';
  if (kind === 'video' && files.length > 1) throw new FactsError('tiktok posts have one video or photos');
  const postId = newPostId({ random, clock: { now: () => createdAt } });
  const publication: Publication = {
    publishId: `native~${random.digits(19)}`,
    openId: person.openId,
    kind,
    isDraft: false,
    isNative: true,
    ...(kind === 'video' ? { title: text, description: '' } : { title: '', description: text }),
    privacyLevel: 'PUBLIC_TO_EVERYONE',
    files,
    createdAt,
    takenAt: createdAt,
    readyAt: createdAt - processing.moderationMs,
    postId,
  };
  keep(tx, publication);
  return { id: postId, url: `${profileUrlOf(person)}/${kind}/${postId}` };
}
