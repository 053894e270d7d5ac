import { choiceSetting, integerSetting, textSetting, urlSetting } from '../kernel/setting.ts';

export const storageSettings = {
  storageQuotaMb: integerSetting({
    name: 'HERALD_STORAGE_QUOTA_MB',
    about:
      'Megabytes (1,000,000 bytes) of media that each user may store. Uploads and copies of external media beyond it get ' +
      '507; renditions count, but are never refused.',
    fallback: undefined,
    fallbackText: 'no limit',
    min: 1,
    max: 1_000_000_000,
  }),
  s3Bucket: textSetting({
    name: 'HERALD_S3_BUCKET',
    about: 'S3 bucket for media. Without it, media are stored on this machine.',
    fallback: undefined,
    fallbackText: '`media/` of the data folder',
    pattern: /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
    hint: 'must be the name of a bucket: 3 to 63 lowercase letters, digits, dots and hyphens',
  }),
  s3Endpoint: urlSetting({
    name: 'HERALD_S3_ENDPOINT',
    about: 'URL of the S3 endpoint.',
    protocols: ['https:', 'http:'],
    fallbackText: "Amazon's, by region",
  }),
  s3Region: textSetting({ name: 'HERALD_S3_REGION', about: 'The region of the bucket.', fallback: 'us-east-1' }),
  s3AccessKeyId: textSetting({
    name: 'HERALD_S3_ACCESS_KEY_ID',
    about: 'Access key ID for the bucket.',
    fallback: undefined,
    fallbackText: 'required with a bucket',
  }),
  s3SecretAccessKey: textSetting({
    name: 'HERALD_S3_SECRET_ACCESS_KEY',
    about: 'Secret of the access key.',
    secret: true,
    fallback: undefined,
    fallbackText: 'required with a bucket',
  }),
  s3PathStyle: choiceSetting({
    name: 'HERALD_S3_PATH_STYLE',
    about:
      'Whether the bucket name is part of the path instead of the host name. Most self-hosted S3 servers need this.',
    choices: ['true', 'false'],
    fallback: 'false',
  }),
};
