import type { CreatedUser } from '../domain/users/create-user.ts';

type Facts = {
  baseUrl: string;
  dataFolder: string | undefined;
  firstUser: CreatedUser | undefined;
  /** The operator chose the key, which must not be printed. */
  isKeyChosen: boolean;
  hasSandbox: boolean;
  warnings: readonly string[];
};

export function bannerText(facts: Facts): string {
  const { baseUrl, dataFolder, firstUser, isKeyChosen, hasSandbox, warnings } = facts;
  const key = isKeyChosen ? undefined : firstUser?.apiKey.key;
  const keyHint = isKeyChosen
    ? '(the first key is the value of HERALD_API_KEY)'
    : '(no key at hand? npx herald key create creates one)';
  return [
    '',
    'Herald is running',
    '',
    `API       ${baseUrl}   (open it in a browser to begin)`,
    `Docs      ${baseUrl}/docs`,
    ...(hasSandbox ? [`Sandbox   ${baseUrl}/sandbox`] : []),
    `Data      ${dataFolder ?? 'your own PostgreSQL (DATABASE_URL)'}`,
    ...(key === undefined ? [] : [`API key   ${key}   (shown only this once: store it)`]),
    '',
    'Try it:',
    `curl -H "Authorization: Bearer ${key ?? '$HERALD_API_KEY'}" ${baseUrl}/v1/profiles`,
    ...(key === undefined ? [keyHint] : []),
    ...warnings.map((warning) => `Note: ${warning}`),
    '',
    '',
  ]
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
