import type { DraftPost, Issue } from '../adapter.ts';
import { checkLimits } from '../shared/check-limits.ts';
import { readOptions, settingsIssue } from '../shared/read-options.ts';
import { carouselCountMin, limitsByType, options, postTypeOf, type PostType } from './options.ts';

export function check(post: DraftPost): Issue[] {
  const type = postTypeOf(post);
  return [
    ...checkLimits(limitsByType[type], post),
    ...checkCarousel(type, post),
    ...readOptions(options, post.settings).issues,
    ...checkTogether(type, post),
  ];
}

function checkCarousel(type: PostType, { media: { length: actual } }: DraftPost): Issue[] {
  if (type !== 'carousel' || actual === 0 || actual >= carouselCountMin) return [];
  const message = `A carousel needs at least ${carouselCountMin} media items`;
  return [{ rule: 'mediaCount', severity: 'error', field: 'mediaItems', message, limit: carouselCountMin, actual }];
}

type Given = ReturnType<typeof readOptions<typeof options>>['options'];

/** Settings that a type of post cannot have; `warning` where they are merely left out. */
const misfits: readonly {
  field: string;
  types: readonly PostType[];
  severity: Issue['severity'];
  isGiven(given: Given, post: DraftPost): boolean;
  message: string;
}[] = [
  {
    field: 'settings.userTags',
    types: ['story', 'reel', 'carousel'],
    severity: 'error',
    isGiven: ({ userTags = [] }) => userTags.length > 0,
    message: 'People can be tagged in posts of type feed only',
  },
  {
    field: 'settings.collaborators',
    types: ['story'],
    severity: 'error',
    isGiven: ({ collaborators = [] }) => collaborators.length > 0,
    message: 'A story cannot have collaborators',
  },
  {
    field: 'settings.firstComment',
    types: ['story'],
    severity: 'warning',
    isGiven: ({ firstComment }) => firstComment !== undefined,
    message: 'A story takes no comments: the first one is left out',
  },
  {
    field: 'content',
    types: ['story'],
    severity: 'warning',
    isGiven: (_, { text }) => text.trim() !== '',
    message: 'A story has no caption: the text is left out',
  },
];

function checkTogether(type: PostType, post: DraftPost): Issue[] {
  const given = readOptions(options, post.settings).options;
  return misfits
    .filter(({ types, isGiven }) => types.includes(type) && isGiven(given, post))
    .map(({ field, message, severity }) => ({ ...settingsIssue(field, message), severity }));
}
