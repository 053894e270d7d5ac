import { ledger } from '../../core/state/ledger.ts';
import { FactsError, type AccountTools, type NativePost } from '../../core/platform.ts';
import { entryOf } from './finish-upload.ts';
import { limits } from './limits.ts';
import { persons } from './persons.ts';
import { videos, watchUrl, type Video } from './videos.ts';

/** Public; the first line of the text is its title. */
export function addPost({ tx, random }: AccountTools, native: NativePost): { id: string; url: string } {
  const { account, text: description, media, createdAt } = native;
  const person = persons.all(tx).find((each) => persons.identifiersOf(each).includes(account));
  if (person?.hasChannel !== true) throw new FactsError(`youtube has no account ${account}`);
  const [{ file } = {}, ...others] = media;
  if (file?.type !== 'video' || others.length > 0) throw new FactsError('youtube posts need mediaUrls with one video');
  const firstLine = [...(description.trim().split('\n')[0] ?? '')].slice(0, limits.titleCharacters).join('');
  const video: Video = {
    id: random.text(11),
    ownerId: person.id,
    title: firstLine === '' ? 'Untitled' : firstLine,
    description,
    tags: [],
    categoryId: '22',
    privacyStatus: 'public',
    selfDeclaredMadeForKids: false,
    license: 'youtube',
    embeddable: true,
    file,
    createdAt,
    isDeleted: false,
  };
  videos.put(tx, video.id, video);
  ledger.add(tx, entryOf(video, person, file));
  return { id: video.id, url: watchUrl(video) };
}
