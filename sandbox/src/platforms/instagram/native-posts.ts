import { FactsError, type AccountTools, type NativePost } from '../../core/platform.ts';
import { mediaOf, newMediaId, permalinkOf, type Media } from './media.ts';
import { findPerson } from './persons.ts';
import { addToLedger } from './publish/publish-container.ts';

/** A single video is a reel. */
export function addPost({ tx, random }: AccountTools, native: NativePost): { id: string; url: string } {
  const { account, text: caption, createdAt } = native;
  const person = findPerson(tx, account);
  if (person === undefined) throw new FactsError(`instagram has no account ${account}`);
  const files = native.media.map(({ file }) => file);
  const [first, ...others] = files;
  if (first === undefined) throw new FactsError('instagram posts need mediaUrls');
  const isCarousel = others.length > 0;
  const isReel = !isCarousel && first.type === 'video';
  const media: Media = {
    id: newMediaId(random),
    mediaType: isCarousel ? 'CAROUSEL_ALBUM' : isReel ? 'VIDEO' : 'IMAGE',
    productType: isReel ? 'REELS' : 'FEED',
    shortcode: `D${random.text(10)}`,
    files,
    childIds: isCarousel ? files.map(() => newMediaId(random)) : [],
    publishedAt: createdAt,
    commentsCount: 0,
    isNative: true,
    ...(caption !== '' && { caption }),
  };
  mediaOf(person.userId).put(tx, media.id, media);
  addToLedger(tx, person, media);
  return { id: media.id, url: permalinkOf(person, media) };
}
