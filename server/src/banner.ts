import type { CreatedUser } from './domain/users/create-user.ts';

type Facts = {
  baseUrl: string;
  dataFolder: string | undefined;
  firstUser: CreatedUser | undefined;
  warnings: readonly string[];
};

/** What a person reads after a start. The key is in it once, at the first start. */
export function bannerText({ baseUrl, dataFolder, firstUser, warnings }: Facts): string {
  const key = firstUser?.apiKey.key;
  return [
    '',
    'Herald is running',
    '',
    `API       ${baseUrl}`,
    `Docs      ${baseUrl}/docs`,
    `Data      ${dataFolder ?? 'your own PostgreSQL (DATABASE_URL)'}`,
    ...(key === undefined ? [] : [`API key   ${key}   (shown only this once: store it)`]),
    '',
    'Try it:',
    `curl -H "Authorization: Bearer ${key ?? '$HERALD_API_KEY'}" ${baseUrl}/v1/profiles`,
    ...(key === undefined ? ['(the key was printed at the first start; npx herald key create makes another)'] : []),
    ...warnings.map((warning) => `Note: ${warning}`),
    '',
    '',
  ]
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
