const second = 1000;
const hour = 3600 * second;
const megabyte = 1024 * 1024;

/** Limits documented by the platform. */
export const limits = {
  captionCharacters: 2200,
  captionHashtags: 30,
  captionMentions: 20,
  altTextCharacters: 1000,
  collaborators: 3,
  userTags: 20,
  carouselItemsMin: 2,
  carouselItemsMax: 10,
  imageBytes: 8 * megabyte,
  imageRatioMin: 0.8,
  imageRatioMax: 1.91,
  reelBytes: 300 * megabyte,
  reelMs: { min: 3 * second, max: 15 * 60 * second },
  storyMs: 24 * hour,
  /** Insights of stories with a smaller reach are refused. */
  storyReachMin: 5,
  storyVideoBytes: 100 * megabyte,
  storyVideoMs: { min: 3 * second, max: 60 * second },
  commentCharacters: 300,
  commentHashtags: 4,
  messageBytes: 1000,
  messageWindowMs: 24 * hour,
  attachmentBytes: 25 * megabyte,
  templateCharacters: 640,
  buttons: 3,
  buttonTitleCharacters: 20,
  privateReplyMs: 7 * 24 * hour,
  privateReplies: 750,
  privateRepliesMs: hour,
  containersPerDay: 400,
  quotaTotal: 100,
  quotaMs: 24 * hour,
};

export const lifetimes = {
  shortTokenMs: hour,
  longTokenMs: 5_183_944 * second,
  refreshFromMs: 24 * hour,
};

export const processing = { imageMs: second, videoMs: 5 * second };

export const scopes = {
  basic: 'instagram_business_basic',
  publish: 'instagram_business_content_publish',
  comments: 'instagram_business_manage_comments',
  messages: 'instagram_business_manage_messages',
  insights: 'instagram_business_manage_insights',
} as const;
