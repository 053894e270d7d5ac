import { FactsError, type AccountTools, type NativeMedia, type NativePost } from '../../core/platform.ts';
import { wireBlob } from './blobs.ts';
import { cidOfBytes, cidOfRecord } from './cid.ts';
import { addToLedger } from './create-record.ts';
import { postCollection, type PostRecord } from './lexicon/post.ts';
import { limits } from './limits.ts';
import { people } from './people.ts';
import { postsOf, uriOf, urlOf, type Post } from './posts.ts';
import { newTid } from './tid.ts';

export function addPost({ tx, random }: AccountTools, native: NativePost): { id: string; url: string } {
  const { account, text, media, createdAt } = native;
  const person = people.find(tx, account);
  if (person === undefined) throw new FactsError(`bluesky has no account ${account}`);
  const embed = embedOf(media);
  const record: PostRecord = {
    $type: postCollection,
    text,
    createdAt: new Date(createdAt).toISOString(),
    ...(embed && { embed }),
  };
  const rkey = newTid({ random, clock: { now: () => createdAt } });
  const post: Post = { rkey, record, cid: cidOfRecord(record), indexedAt: createdAt };
  postsOf(person.did).put(tx, rkey, post);
  addToLedger(
    tx,
    person,
    post,
    media.map(({ file }) => file),
  );
  return { id: uriOf(person.did, rkey), url: urlOf(person, rkey) };
}

/** More images than fit side by side become a gallery. */
function embedOf(media: readonly NativeMedia[]): PostRecord['embed'] {
  const [first] = media;
  if (first === undefined) return undefined;
  const isVideo = media.some(({ file }) => file.type === 'video');
  if (isVideo && media.length > 1) throw new FactsError('bluesky posts have images or one video');
  if (isVideo) return { $type: 'app.bsky.embed.video', video: blobOf(first, 'video/mp4') };
  const images = media.map((image) => ({ image: blobOf(image, 'image/jpeg'), alt: '' }));
  if (images.length <= limits.images) return { $type: 'app.bsky.embed.images', images };
  const shape = { $type: 'app.bsky.embed.gallery#image', aspectRatio: { width: 1, height: 1 } };
  return { $type: 'app.bsky.embed.gallery', items: images.map((image) => ({ ...shape, ...image })) };
}

/** The bytes do not exist, so the URL stands for them. */
const blobOf = ({ url, file: { sizeBytes, sha256 } }: NativeMedia, mimeType: string): object =>
  wireBlob({ cid: cidOfBytes(Buffer.from(url)), mimeType, sizeBytes, sha256, availableAt: 0 });
