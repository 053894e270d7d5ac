import { isSet, type Environment } from './read-setting.ts';

type Dependent = {
  env: 'development' | 'production';
  publicUrl: string | undefined;
  databaseUrl: string | undefined;
  databaseDirectUrl: string | undefined;
  databasePassword: string | undefined;
  s3Bucket: string | undefined;
  s3AccessKeyId: string | undefined;
  s3SecretAccessKey: string | undefined;
};

export function contradictions(values: Dependent, environment: Environment): string[] {
  const hasTokenKeys = isSet(environment, 'HERALD_TOKEN_KEYS') || isSet(environment, 'HERALD_TOKEN_KEYS_FILE');
  const hasS3Keys = values.s3AccessKeyId !== undefined && values.s3SecretAccessKey !== undefined;
  const isProduction = values.env === 'production';
  const hasDatabasePassword = values.databasePassword !== undefined;
  const rules: [isBroken: boolean, fault: string][] = [
    [
      isProduction && values.publicUrl === undefined,
      'HERALD_PUBLIC_URL is required in production: set it to the URL at which clients and platforms reach Herald',
    ],
    [
      isProduction && !hasTokenKeys,
      'HERALD_TOKEN_KEYS is required in production: set it to k1: followed by the output of `openssl rand -base64 32`',
    ],
    [
      hasDatabasePassword && values.databaseUrl === undefined,
      'DATABASE_PASSWORD also requires DATABASE_URL: the embedded PostgreSQL has a password of its own',
    ],
    [
      values.databaseDirectUrl !== undefined && values.databaseUrl === undefined,
      'HERALD_DATABASE_DIRECT_URL also requires DATABASE_URL: the embedded PostgreSQL has no pooler',
    ],
    [
      hasDatabasePassword && hasPassword(values.databaseUrl),
      'DATABASE_URL and DATABASE_PASSWORD both contain a password: remove one of them',
    ],
    [
      values.s3Bucket !== undefined && !hasS3Keys,
      'HERALD_S3_BUCKET also requires HERALD_S3_ACCESS_KEY_ID and HERALD_S3_SECRET_ACCESS_KEY',
    ],
  ];
  return rules.filter(([isBroken]) => isBroken).map(([, fault]) => fault);
}

function hasPassword(url: string | undefined): boolean {
  return url !== undefined && new URL(url).password !== '';
}
