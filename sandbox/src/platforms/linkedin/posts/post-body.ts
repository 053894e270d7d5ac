import { refuse, refuseInput, refuseSchema } from '../errors.ts';
import { limits } from '../limits.ts';
import { readLittleText } from './little-text.ts';
import { personUrn, type Person } from '../persons.ts';
import type { Visibility } from './posts.ts';
import { readRecord, readSymbol, readUrn } from '../records.ts';

const shape = {
  author: 'string!',
  commentary: 'string!',
  visibility: 'string!',
  distribution: 'object!',
  content: 'object',
  lifecycleState: 'string!',
  isReshareDisabledByAuthor: 'boolean',
  reshareContext: 'object',
} as const;

const distributionShape = {
  feedDistribution: 'string!',
  targetEntities: 'array',
  thirdPartyDistributionChannels: 'array',
} as const;

const visibilities: readonly Visibility[] = ['PUBLIC', 'CONNECTIONS'];

export type PostBody = {
  readonly commentary: string;
  readonly text: string;
  readonly visibility: Visibility;
  readonly distribution: Readonly<Record<string, unknown>>;
  readonly content: Readonly<Record<string, unknown>> | undefined;
  readonly parent: string | undefined;
  readonly isReshareDisabledByAuthor: boolean;
};

/** Checks what needs neither media nor other posts. */
export function readPostBody(value: unknown, person: Person): PostBody {
  const body = readRecord(value, shape);
  checkAuthor(body.author, person);
  checkDistribution(body.distribution);
  if (readSymbol(body.lifecycleState, ['PUBLISHED', 'DRAFT'], '/lifecycleState') === 'DRAFT') {
    refuseInput({
      code: 'INVALID_VALUE_FOR_FIELD',
      description: 'A post cannot be created as a draft',
      field: 'lifecycleState',
    });
  }
  if (body.content !== undefined && body.reshareContext !== undefined) {
    refuseInput({ code: 'INVALID_VALUE_FOR_FIELD', description: 'A reshare cannot have content', field: 'content' });
  }
  const text = textOf(body.commentary);
  if (text.trim() === '' && body.content === undefined && body.reshareContext === undefined) {
    refuseInput({ code: 'MISSING_FIELD', description: 'A post needs commentary or content', field: 'commentary' });
  }
  return {
    commentary: body.commentary,
    text,
    visibility: readSymbol(body.visibility, visibilities, '/visibility'),
    distribution: body.distribution,
    content: body.content,
    parent: parentOf(body.reshareContext),
    isReshareDisabledByAuthor: body.isReshareDisabledByAuthor ?? false,
  };
}

function checkAuthor(author: string, person: Person): void {
  readUrn(author, ['person', 'organization'], '/author');
  if (author === personUrn(person)) return;
  const message =
    'Field Value validation failed in REQUEST_BODY: Data Processing Exception while processing fields [/author]';
  refuse({ status: 403, serviceErrorCode: 100, code: 'ACCESS_DENIED', message });
}

function checkDistribution(value: unknown): void {
  const distribution = readRecord(value, distributionShape, '/distribution');
  readSymbol(distribution.feedDistribution, ['MAIN_FEED', 'NONE'], '/distribution/feedDistribution');
  if ((distribution.thirdPartyDistributionChannels ?? []).length > 0) {
    refuseInput({
      code: 'INVALID_VALUE_FOR_FIELD',
      description: 'There are no third party channels',
      field: 'distribution/thirdPartyDistributionChannels',
    });
  }
  for (const [index, target] of (distribution.targetEntities ?? []).entries()) {
    checkTarget(target, `/distribution/targetEntities/${index}`);
  }
}

function checkTarget(target: unknown, path: string): void {
  const { geoLocations } = readRecord(target, { geoLocations: 'array!' }, path);
  if (geoLocations.length < 1 || geoLocations.length > limits.targetsMax) {
    refuseSchema(`${path}/geoLocations`, `there must be 1 to ${limits.targetsMax}`);
  }
  for (const location of geoLocations) readUrn(String(location), ['geo'], `${path}/geoLocations`);
}

function textOf(commentary: string): string {
  const text = readLittleText(commentary);
  if (text === undefined) {
    refuseInput({
      code: 'INVALID_LITTLE_TEXT',
      description: 'Reserved characters must be escaped or belong to a mention or a hashtag',
      field: 'commentary',
    });
  }
  if ([...text].length > limits.commentaryCharacters) {
    const description = `commentary exceeded max length of ${limits.commentaryCharacters} characters`;
    refuseInput({ code: 'FIELD_LENGTH_TOO_LONG', description, field: 'commentary' });
  }
  return text;
}

function parentOf(context: unknown): string | undefined {
  if (context === undefined) return undefined;
  const { parent } = readRecord(context, { parent: 'string!' }, '/reshareContext');
  return readUrn(parent, ['share', 'ugcPost'], '/reshareContext/parent');
}
