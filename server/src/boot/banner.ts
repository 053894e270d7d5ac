import type { CreatedUser } from '../domain/users/create-user.ts';

type Facts = {
  baseUrl: string;
  dataFolder: string | undefined;
  firstUser: CreatedUser | undefined;
  /** The operator chose the key: it is known, and must not end up in a log. */
  isKeyChosen: boolean;
  hasSandbox: boolean;
  connectLink: { label: string; url: string } | undefined;
  warnings: readonly string[];
};

/** What a person reads after a start. The key is in it once, at the first start. */
export function bannerText(facts: Facts): string {
  const { baseUrl, dataFolder, firstUser, isKeyChosen, hasSandbox, connectLink, warnings } = facts;
  const key = isKeyChosen ? undefined : firstUser?.apiKey.key;
  const keyHint = isKeyChosen
    ? '(the first key is the value of HERALD_API_KEY)'
    : '(the key was printed at the first start; npx herald key create makes another)';
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
    ...(key === undefined ? [keyHint] : []),
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
