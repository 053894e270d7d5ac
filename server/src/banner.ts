import type { CreatedUser } from './domain/users/create-user.ts';

type Facts = {
  baseUrl: string;
  dataFolder: string | undefined;
  firstUser: CreatedUser | undefined;
  hasSandbox: boolean;
  connectLink: { label: string; url: string } | undefined;
  warnings: readonly string[];
};

/** What a person reads after a start. The key is in it once, at the first start. */
export function bannerText({ baseUrl, dataFolder, firstUser, hasSandbox, connectLink, warnings }: Facts): string {
  const key = firstUser?.apiKey.key;
  return [
    '',
    'Herald is running',
    '',
    `API       ${baseUrl}`,
    `Docs      ${baseUrl}/docs`,
    ...(hasSandbox ? [`Sandbox   ${baseUrl}/sandbox`] : []),
    `Data      ${dataFolder ?? 'your own PostgreSQL (DATABASE_URL)'}`,
    ...(key === undefined ? [] : [`API key   ${key}   (shown only this once: store it)`]),
    '',
    'Try it:',
    `curl -H "Authorization: Bearer ${key ?? '$HERALD_API_KEY'}" ${baseUrl}/v1/profiles`,
    ...(key === undefined ? ['(the key was printed at the first start; npx herald key create makes another)'] : []),
    ...(connectLink === undefined
      ? []
      : ['', `Connect a first ${connectLink.label} account, of the sandbox (within ten minutes):`, connectLink.url]),
    ...warnings.map((warning) => `Note: ${warning}`),
    '',
    '',
  ]
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
