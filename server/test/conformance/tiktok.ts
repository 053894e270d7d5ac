import { tiktok } from '../../src/platforms/tiktok/index.ts';
import type { PlatformCase } from './platform-case.ts';

const spares = ['tokenExpired', 'tokenRevoked', 'scopeMissing'];
/** TikTok reviews photos before it lists them. */
const listedAfterMs = 65_000;

export const tiktokCase: PlatformCase = {
  adapter: tiktok,
  connect: {
    operations: ['issueTokens', 'getUserInfo'],
    withheld: { scope: 'video.publish' },
  },
  refresh: {
    operation: 'issueTokens',
    rotates: { graceMs: 0, cause: 'tokenDead' },
    refused: [
      { fault: 'tokenExpired', cause: 'tokenDead' },
      { fault: 'tokenRevoked', cause: 'tokenDead' },
    ],
  },
  revoke: { operation: 'revokeToken', isAccessOver: true, cause: 'tokenDead' },
  posts: [
    {
      name: 'video',
      post: (files) => files.with([files.mp4('video')], 'Dancing & more #engines'),
      sent: [
        {
          operation: 'initVideo',
          body: {
            post_info: { privacy_level: 'PUBLIC_TO_EVERYONE', disable_duet: false, brand_content_toggle: false },
            source_info: { source: 'FILE_UPLOAD', total_chunk_count: 1 },
          },
        },
      ],
    },
    {
      name: 'private video',
      post: (files) =>
        files.with([files.mp4('private')], 'For me alone', {
          privacyLevel: 'selfOnly',
          disableComments: true,
          allowDuet: false,
          allowStitch: true,
          videoCoverTimestampMs: 1500,
          brandOrganicToggle: true,
        }),
      sent: [
        {
          operation: 'initVideo',
          body: {
            post_info: {
              privacy_level: 'SELF_ONLY',
              disable_comment: true,
              disable_duet: true,
              disable_stitch: false,
              video_cover_timestamp_ms: 1500,
              brand_organic_toggle: true,
            },
          },
        },
      ],
    },
    {
      name: 'draft of a video',
      post: (files) => files.with([files.mp4('draft')], 'Words that are lost', { uploadAsDraft: true }),
      text: '',
      hasNoUrl: true,
    },
    {
      name: 'photos',
      post: (files) => ({ ...files.with([files.jpeg('one'), files.jpeg('two')], 'Two of them'), title: 'A title' }),
      text: 'A title\nTwo of them',
    },
    { name: 'photo without words', post: (files) => files.with([files.jpeg('silent')], '') },
    {
      name: 'private photo',
      post: (files) => files.with([files.jpeg('secret')], 'Nobody sees it', { privacyLevel: 'SELF_ONLY' }),
    },
    {
      name: 'draft of photos',
      post: (files) => files.with([files.jpeg('later')], 'For later', { uploadAsDraft: true }),
      hasNoUrl: true,
      sent: [{ operation: 'initPhotos', body: { post_mode: 'MEDIA_UPLOAD' } }],
    },
  ],
  prepare: [
    { operation: 'queryCreatorInfo', post: 'video' },
    { operation: 'initVideo', post: 'video' },
    { operation: 'fetchStatus', post: 'video' },
    { operation: 'initVideoDraft', post: 'draft of a video' },
    { operation: 'queryCreatorInfo', post: 'photos' },
  ],
  send: [
    { operation: 'uploadVideo', post: 'video', spares },
    { operation: 'uploadVideo', post: 'private video', spares },
    { operation: 'uploadVideo', post: 'draft of a video', spares },
    { operation: 'initPhotos', post: 'photos', result: 'foundOnly', listedAfterMs },
    { operation: 'initPhotos', post: 'private photo', result: 'inconclusive' },
  ],
  poll: [
    { operation: 'fetchStatus', post: 'video', processedBy: 'uploadVideo' },
    { operation: 'fetchStatus', post: 'draft of a video', processedBy: 'uploadVideo' },
    { operation: 'fetchStatus', post: 'photos', processedBy: 'initPhotos' },
  ],
  settle: { result: 'found', lookUps: ['fetchStatus', 'listVideos'], listOperation: 'listVideos' },
  tokens: { tokenExpired: 'tokenExpired', tokenRevoked: 'tokenExpired' },
  scopeMissing: tiktok.connect.scopes.publish,
  metrics: {
    post: 'video',
    missing: '7000000000000000000',
    operations: ['queryVideos'],
    reported: ({ views, likes, comments, shares }) => ({ impressions: views, views, likes, comments, shares }),
  },
  followers: { operation: 'getUserInfo' },
  externalPosts: {
    post: 'video',
    listLag: true,
    mediaUrls: ['https://example.com/video.mp4'],
    missing: { id: '7000000000000000000', url: 'https://www.tiktok.com/@nobody/video/7000000000000000000' },
    operations: { list: 'listVideos', find: 'queryVideos', findByUrl: 'queryVideos' },
  },
  variants: [
    {
      name: 'a private account',
      facts: { privacyLevels: ['FOLLOWER_OF_CREATOR', 'SELF_ONLY'], commentDisabled: true, duetDisabled: true },
      result: 'inconclusive',
    },
    { name: 'photos that are not listed', facts: { listsPhotos: false }, result: 'inconclusive' },
  ],
  throttledMs: () => 60_000,
  staleAfterMs: 2 * 3_600_000,
};
