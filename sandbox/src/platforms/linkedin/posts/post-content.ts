import type { LedgerMedia } from '../../../core/state/ledger.ts';
import type { Call } from '../../../core/platform.ts';
import { findAsset, statusOf, type Asset, type AssetKind } from '../assets.ts';
import { refuseInput, refuseSchema } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Person } from '../persons.ts';
import { readRecord, readUrn } from '../records.ts';

export type Content = {
  readonly kind: AssetKind | 'none' | 'images' | 'article';
  readonly files: readonly LedgerMedia[];
};

export function readContent(
  call: Call,
  person: Person,
  content: Readonly<Record<string, unknown>> | undefined,
): Content {
  if (content === undefined) return { kind: 'none', files: [] };
  const parts = readRecord(content, { media: 'object', multiImage: 'object', article: 'object' }, '/content');
  const [first, ...more] = Object.keys(parts);
  if (first === undefined || more.length > 0) refuseSchema('/content', 'union type must have exactly one member');
  if (parts.media !== undefined) return readMedia(call, person, parts.media);
  if (parts.multiImage !== undefined) return readImages(call, person, parts.multiImage);
  checkArticle(call, person, parts.article);
  return { kind: 'article', files: [] };
}

function readMedia(call: Call, person: Person, value: unknown): Content {
  const path = '/content/media';
  const media = readRecord(value, { id: 'string!', altText: 'string', title: 'string' }, path);
  const asset = usableAsset(call, person, readUrn(media.id, ['image', 'video', 'document'], `${path}/id`));
  checkWords({ altText: media.altText, title: media.title }, path);
  if (asset.kind === 'document' && (media.title ?? '') === '') {
    refuseInput({ code: 'MISSING_FIELD', description: 'A document needs a title', field: 'content/media/title' });
  }
  if (asset.kind !== 'image' && media.altText !== undefined) {
    refuseInput({
      code: 'INVALID_VALUE_FOR_FIELD',
      description: 'Only images have an alternative text',
      field: 'content/media/altText',
    });
  }
  return { kind: asset.kind, files: filesOf(asset) };
}

function readImages(call: Call, person: Person, value: unknown): Content {
  const { images } = readRecord(value, { images: 'array!', altText: 'string' }, '/content/multiImage');
  if (images.length < limits.imagesMin || images.length > limits.imagesMax) {
    const description = `multiImage must have ${limits.imagesMin} to ${limits.imagesMax} images`;
    refuseInput({ code: 'INVALID_VALUE_FOR_FIELD', description, field: 'content/multiImage/images' });
  }
  const files = images.flatMap((image, index) => {
    const path = `/content/multiImage/images/${index}`;
    const { id, altText } = readRecord(image, { id: 'string!', altText: 'string' }, path);
    checkWords({ altText, title: undefined }, path);
    return filesOf(usableAsset(call, person, readUrn(id, ['image'], `${path}/id`)));
  });
  return { kind: 'images', files };
}

const articleShape = { source: 'string!', title: 'string!', description: 'string', thumbnail: 'string' } as const;

function checkArticle(call: Call, person: Person, value: unknown): void {
  const article = readRecord(value, articleShape, '/content/article');
  if (!/^https?:\/\//.test(article.source) || !URL.canParse(article.source)) {
    refuseInput({
      code: 'INVALID_URL',
      description: 'The source must be a web address',
      field: 'content/article/source',
    });
  }
  if (article.title === '') {
    refuseInput({ code: 'MISSING_FIELD', description: 'An article needs a title', field: 'content/article/title' });
  }
  checkWords({ altText: undefined, title: article.title }, '/content/article');
  if (article.thumbnail === undefined) return;
  usableAsset(call, person, readUrn(article.thumbnail, ['image'], '/content/article/thumbnail'));
}

type Words = { readonly altText: string | undefined; readonly title: string | undefined };

function checkWords({ altText = '', title = '' }: Words, path: string): void {
  const isRight = [...altText].length <= limits.altTextCharacters && [...title].length <= limits.titleCharacters;
  if (!isRight)
    refuseInput({ code: 'FIELD_LENGTH_TOO_LONG', description: 'The text is too long', field: path.slice(1) });
}

function usableAsset(call: Call, person: Person, urn: string): Asset {
  const asset = findAsset(call, urn);
  if (asset === undefined) {
    return refuseInput({ code: 'INVALID_URN_ID', description: `${urn} does not exist`, field: 'content' });
  }
  if (asset.ownerId !== person.id) {
    const description = 'Content(s) you provided must be owned by post author';
    refuseInput({ code: 'INVALID_CONTENT_OWNERSHIP', description });
  }
  const status = statusOf(asset, call.clock.now());
  if (status !== 'AVAILABLE') {
    refuseInput({ code: `MEDIA_ASSET_${status}`, description: `Media asset ${urn} cannot be used: ${status}` });
  }
  return asset;
}

const filesOf = ({ file }: Asset): LedgerMedia[] => (file === undefined ? [] : [file]);
