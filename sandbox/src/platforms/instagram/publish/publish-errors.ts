import type { GraphError } from '../../meta/errors.ts';
import { appThrottled } from '../../meta/faults.ts';

const error = (code: number, subcode: number, message: string, user: readonly [string, string]): GraphError => ({
  message,
  code,
  subcode,
  user,
});

export const publishErrors = {
  notFetchable: (url: string) =>
    error(9004, 2207052, 'Only photo or video can be accepted as media type.', [
      'Media download has failed. The media URI doesn’t meet our requirements.',
      `The media could not be fetched from this URI: ${url}`,
    ]),
  imageTooLarge: () =>
    error(36000, 2207004, 'The image size is too large.', [
      'Image size too large',
      'The image is too large to download. It should be less than 8 MiB.',
    ]),
  imageFormat: () =>
    error(36001, 2207005, 'The image format is not supported.', [
      'Unsupported image format',
      'The image format is not supported. Please check spec for supported image formats: JPEG.',
    ]),
  imageRatio: (ratio: number) =>
    error(36003, 2207009, 'The aspect ratio is not supported.', [
      'Invalid aspect ratio',
      `The submitted image with aspect ratio ${ratio.toFixed(2)} cannot be published. Please submit an image with a valid aspect ratio.`,
    ]),
  captionTooLong: (length: number, max: number) =>
    error(36004, 2207010, 'The caption was too long.', [
      'Caption too long',
      `The submitted image caption was ${length} characters long. The maximum number of characters permitted for a caption is ${max}. Please submit media with a shorter caption.`,
    ]),
  tooManyTags: (max: number) =>
    error(100, 2207040, 'Too many tags.', ['Too many tags', `Cannot use more than ${max} tags per created media.`]),
  mediaType: (type: string) =>
    error(100, 2207023, 'The media type is unknown.', ['Unknown media type', `The media type ${type} is unknown.`]),
  carouselCount: () =>
    error(100, 2207028, 'The carousel has an unsupported number of items.', [
      'Carousel validation failed',
      'Your post won’t work as a carousel. Carousels need at least 2 photos/videos and no more than 10.',
    ]),
  thumbOffset: () =>
    error(1, 2207057, 'The thumbnail offset is invalid.', [
      'Invalid thumbnail offset',
      'Thumbnail offset must be greater than or equal to 0 and less than video duration.',
    ]),
  notReady: () =>
    error(9007, 2207027, 'Media ID is not available', [
      'The media is not ready to be published',
      'The media is not ready for publishing, please wait for a moment',
    ]),
  notFound: (id: string) =>
    error(24, 2207006, 'The requested resource does not exist', [
      'Media not found',
      `The media with id = ${id} cannot be found.`,
    ]),
  expired: (id: string) =>
    error(-2, 2207020, 'The media has expired.', [
      'Media expired',
      `The media ${id} you are trying to access has expired. Please generate a new container.`,
    ]),
  quotaReached: () =>
    error(9, 2207042, 'Application request limit reached', [
      'Maximum number of posts reached',
      'You reached maximum number of posts that is allowed to be published by Content Publishing API.',
    ]),
  tooManyContainers: () => appThrottled,
  restricted: () =>
    error(25, 2207050, 'The Instagram account is restricted.', [
      'Account restricted',
      'The Instagram account is restricted. Log in to the Instagram app and complete the required actions.',
    ]),
  notProfessional: (): GraphError => ({
    message: '(#10) Application does not have permission for this action',
    code: 10,
    status: 403,
    user: ['Not a professional account', 'The Instagram account must be a Business or Creator account.'],
  }),
};
