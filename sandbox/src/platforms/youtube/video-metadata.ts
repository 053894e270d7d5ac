import { checkParameters, isRecord, type Parameters, type Shape } from '../../core/wire/parameters.ts';
import { refuse, refuseMetadata, refuseUnknownName } from './errors.ts';
import { categories, limits } from './limits.ts';

export const parts = ['snippet', 'status'] as const;
export type Part = (typeof parts)[number];

export type Metadata = {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly categoryId: string;
  readonly privacyStatus: string;
  readonly selfDeclaredMadeForKids: boolean;
  readonly license: string;
  readonly embeddable: boolean;
};

const snippetShape = {
  title: 'string',
  description: 'string',
  tags: 'array',
  categoryId: 'string',
  defaultLanguage: 'string',
} as const;

const statusShape = {
  privacyStatus: 'string',
  selfDeclaredMadeForKids: 'boolean',
  containsSyntheticMedia: 'boolean',
  license: 'string',
  embeddable: 'boolean',
} as const;

/** The resource must have exactly the parts named in `part`. */
export function readMetadata(body: unknown, requestedParts: readonly Part[]): Metadata {
  const resource = readRecord(body, { snippet: 'object', status: 'object' }, 'resource');
  const stray = parts.find((part) => (resource[part] !== undefined) !== requestedParts.includes(part));
  if (stray !== undefined) refuse(unexpectedPart(stray));
  const snippet = readRecord(resource.snippet ?? {}, snippetShape, 'snippet');
  const status = readRecord(resource.status ?? {}, statusShape, 'status');
  const { privacyStatus = 'public', license = 'youtube', categoryId = '22' } = { ...snippet, ...status };
  if (!categories.includes(categoryId)) {
    refuseMetadata('invalidCategoryId', 'The category of the video is invalid.', 'body.snippet.categoryId');
  }
  if (!['public', 'unlisted', 'private'].includes(privacyStatus) || !['youtube', 'creativeCommon'].includes(license)) {
    refuseMetadata('invalidVideoMetadata', 'The request metadata is invalid.', 'body.status');
  }
  return {
    title: readTitle(snippet.title),
    description: readDescription(snippet.description),
    tags: readTags(snippet.tags),
    categoryId,
    privacyStatus,
    license,
    selfDeclaredMadeForKids: status.selfDeclaredMadeForKids ?? false,
    embeddable: status.embeddable ?? true,
  };
}

function readRecord<S extends Shape>(value: unknown, shape: S, fieldPath: string): Parameters<S> {
  if (!isRecord(value)) refuse({ code: 400, reason: 'parseError', message: `Invalid value at '${fieldPath}'` });
  const reading = checkParameters(value, shape);
  if (reading.ok) return reading.values;
  const { kind, name } = reading.fault;
  if (kind === 'unknown') refuseUnknownName(name, 'body');
  const message = `Invalid value at '${fieldPath}.${name}', ${JSON.stringify(value[name])}`;
  return refuse({ code: 400, reason: 'invalid', message });
}

const unexpectedPart = (part: Part) =>
  ({
    code: 400,
    reason: 'unexpectedPart',
    message: `{0} is not as the part parameter says: ${part}`,
    domain: 'youtube.part',
    location: 'part',
    locationType: 'parameter',
  }) as const;

const hasBracket = (text: string): boolean => /[<>]/.test(text);

function readTitle(title = ''): string {
  const isRight = title.trim() !== '' && [...title].length <= limits.titleCharacters && !hasBracket(title);
  if (isRight) return title;
  const message = 'The request metadata specifies an invalid or empty video title.';
  return refuseMetadata('invalidTitle', message, 'body.snippet.title');
}

function readDescription(description = ''): string {
  if (Buffer.byteLength(description) <= limits.descriptionBytes && !hasBracket(description)) return description;
  const message = 'The request metadata specifies an invalid video description.';
  return refuseMetadata('invalidDescription', message, 'body.snippet.description');
}

/** Commas between tags count, and quotes around tags with a space. */
function readTags(tags: readonly unknown[] = []): string[] {
  const texts = tags.filter((tag) => typeof tag === 'string');
  const written = texts.map((tag) => (tag.includes(' ') ? `"${tag}"` : tag)).join(',');
  const isRight =
    texts.length === tags.length &&
    texts.every((tag) => tag.trim() !== '' && !hasBracket(tag)) &&
    [...written].length <= limits.tagCharacters;
  if (isRight) return texts;
  return refuseMetadata('invalidTags', 'The request metadata specifies invalid video keywords.', 'body.snippet.tags');
}
