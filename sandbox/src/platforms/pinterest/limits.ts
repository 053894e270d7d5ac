const second = 1000;
const minute = 60 * second;
const day = 24 * 3600 * second;
const megabyte = 1024 * 1024;

/** Limits documented by the platform. */
export const limits = {
  boardNameCharacters: 180,
  boardDescriptionCharacters: 500,
  titleCharacters: 100,
  descriptionCharacters: 800,
  altTextCharacters: 500,
  linkCharacters: 2048,
  imagesMin: 2,
  imagesMax: 5,
  imageBytes: 20 * megabyte,
  videoMs: { min: 4 * second, max: 15 * minute },
  pageDefault: 25,
  pageMax: 250,
  recentMetricsMs: 90 * day,
  monthMs: 30 * day,
  uploadMs: 3600 * second,
  readsPerMinute: 1000,
  writesPerMinute: 100,
};

export const lifetimes = { codeMs: 10 * minute, accessTokenMs: 30 * day, refreshTokenMs: 60 * day };

export const processing = { videoMs: 5 * second, slowMs: 60 * second };

export const scopes = {
  account: 'user_accounts:read',
  readBoards: 'boards:read',
  writeBoards: 'boards:write',
  readSecretBoards: 'boards:read_secret',
  writeSecretBoards: 'boards:write_secret',
  readPins: 'pins:read',
  writePins: 'pins:write',
  readSecretPins: 'pins:read_secret',
  writeSecretPins: 'pins:write_secret',
} as const;
