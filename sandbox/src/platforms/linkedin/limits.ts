const second = 1000;
const minute = 60 * second;
const day = 24 * 3600 * second;
const megabyte = 1024 * 1024;

/** Limits documented by the platform. */
export const limits = {
  commentaryCharacters: 3000,
  commentCharacters: 1250,
  altTextCharacters: 4086,
  titleCharacters: 400,
  imagesMin: 2,
  imagesMax: 20,
  imageBytes: 10 * megabyte,
  imagePixels: 36_152_320,
  documentBytes: 100 * megabyte,
  documentPages: 300,
  videoBytes: 500 * megabyte,
  videoMs: { min: 3 * second, max: 30 * minute },
  videoPartBytes: 4 * megabyte,
  postsPerDay: 150,
  duplicateMs: day,
  uploadUrlMs: day,
  targetsMax: 25,
  listDefault: 10,
  listMax: 100,
};

export const lifetimes = { codeMs: 30 * minute, accessTokenMs: 60 * day, refreshTokenMs: 365 * day };

export const processing = { fileMs: second / 2, videoMs: 5 * second, slowMs: 60 * second };

export const scopes = {
  signIn: 'openid',
  profile: 'profile',
  email: 'email',
  publish: 'w_member_social',
  read: 'r_member_social',
  postAnalytics: 'r_member_postAnalytics',
  profileAnalytics: 'r_member_profileAnalytics',
} as const;

/** Versions last about a year. */
export const versions: readonly string[] = [
  ...['202509', '202510', '202511', '202512', '202601', '202602', '202603'],
  ...['202604', '202605', '202606', '202607', '202608', '202609', '202610'],
];

export const protocolVersion = '2.0.0';
