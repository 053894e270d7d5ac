import type { GraphError } from '../../meta/errors.ts';

type Words = { readonly code?: number; readonly subcode?: number; readonly message?: string };

const error = (title: string, text: string, { code = 100, subcode, message }: Words = {}): GraphError => ({
  message: message ?? 'Invalid parameter',
  code,
  ...(subcode !== undefined && { subcode }),
  user: [title, text],
});

export const publishErrors = {
  notFetchable: (url: string) =>
    error(
      'Media download has failed. The media URI doesn’t meet our requirements.',
      `The media could not be fetched from this URI: ${url}`,
      { subcode: 2207052 },
    ),
  imageTooLarge: () => error('Image size too large', 'The image should be less than 8 MB.', { subcode: 2207004 }),
  imageFormat: () => error('Unsupported image format', 'The image must be a JPEG or a PNG.', { subcode: 2207005 }),
  imageRatio: (ratio: number) =>
    error('Invalid aspect ratio', `The aspect ratio ${ratio.toFixed(2)} is beyond 10:1.`, { subcode: 2207009 }),
  carouselCount: () =>
    error('Carousel validation failed', 'A carousel needs at least 2 and no more than 20 items.', {
      subcode: 2207028,
    }),
  tooManyLinks: () =>
    error('Too many links', 'A post can have 5 links at most.', { message: 'THREADS_API__LINK_LIMIT_EXCEEDED' }),
  topicTag: () =>
    error('Invalid topic tag', 'A topic has 1 to 50 characters, without periods and ampersands.', {
      subcode: 4279071,
    }),
  notFound: (id: string) =>
    error('Media Not Found', `The media with id ${id} cannot be found.`, {
      code: 24,
      subcode: 4279009,
      message: 'The requested resource does not exist',
    }),
  quotaReached: (what: string) =>
    error(`Maximum number of ${what} reached`, `You reached the maximum number of ${what} that is allowed in a day.`, {
      code: 9,
      subcode: 2207042,
      message: 'Application request limit reached',
    }),
  restricted: () =>
    error('User is restricted', 'The Threads account is restricted and cannot publish.', {
      code: 25,
      subcode: 4279013,
      message: 'The Threads account is restricted.',
    }),
};
