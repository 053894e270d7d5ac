import type { GraphError } from '../../meta/errors.ts';

type Row = Pick<GraphError, 'code' | 'subcode' | 'status'> & { readonly user?: readonly [string, string] };

const error = (message: string, row: Row): GraphError => ({ message, ...row });

export const publishErrors = {
  empty: () => error('(#197) The post is empty. Please enter a message to share.', { code: 197 }),
  duplicate: () =>
    error('(#506) Duplicate status message', {
      code: 506,
      subcode: 1_455_006,
      user: ['Duplicate Status Update', 'This status update is identical to the last one you posted.'],
    }),
  blocked: () =>
    error('(#368) The action attempted has been deemed abusive or is otherwise disallowed', {
      code: 368,
      subcode: 1_390_008,
      user: ['Posting too fast', 'It looks like you were misusing this feature by going too fast.'],
    }),
  badLink: () => error('(#1500) The url you supplied is invalid', { code: 1500 }),
  ownLink: () =>
    error('Invalid parameter', {
      code: 100,
      subcode: 1_609_008,
      user: ['Can’t share link', 'Links to this network cannot be shared by this call.'],
    }),
  notFetchable: (url: string) =>
    error('Invalid parameter', {
      code: 100,
      subcode: 2_061_006,
      user: ['Invalid URL', `The URL could not be fetched: ${url}`],
    }),
  notPhoto: () =>
    error('(#324) Missing or invalid image file', {
      code: 324,
      subcode: 2_069_019,
      user: ['Invalid file', 'The file is not an image that can be read.'],
    }),
  photoTooLarge: () =>
    error('Invalid parameter', {
      code: 100,
      subcode: 1_366_046,
      user: ['Can’t Read Files', 'The photo is too large, or of a kind that is not supported.'],
    }),
  photosPosted: () =>
    error('Invalid parameter', {
      code: 100,
      subcode: 1_366_051,
      user: ['Already posted', 'These photos were already posted.'],
    }),
  videoNotFetchable: () => error('(#389) Unable to fetch video file from URL.', { code: 389 }),
  notVideo: () =>
    error('(#352) Sorry, the video file you selected is in a format that we don’t support.', {
      code: 352,
      subcode: 1_363_024,
      user: ['Unsupported Video Format', 'The video is in a format that is not supported.'],
    }),
  notUploaded: () =>
    error('There was a problem uploading your video file. Please try again with another file.', {
      code: 6000,
      subcode: 1_363_130,
    }),
  reelLimit: () => error('(#341) Feed action request limit reached', { code: 341 }),
};
