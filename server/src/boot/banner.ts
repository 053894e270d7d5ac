import type { CreatedUser } from '../domain/users/create-user.ts';

type Facts = {
  baseUrl: string;
  dataFolder: string | undefined;
  firstUser: CreatedUser | undefined;
  /** The operator chose the key, so it must not be printed. */
  isKeyChosen: boolean;
  hasSandbox: boolean;
  connectLink: { label: string; url: string } | undefined;
  warnings: readonly string[];
};

export function bannerText(facts: Facts): string {
  const { baseUrl, dataFolder, firstUser, isKeyChosen, hasSandbox, connectLink, warnings } = facts;
  const key = isKeyChosen ? undefined : firstUser?.apiKey.key;
  const keyHint = isKeyChosen
    ? '(the first key is the value of HERALD_API_KEY)'
    : '(the key was printed at the first start; npx herald key create creates another)';
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
      : [
          '',
          `Connect a ${connectLink.label} account of the sandbox (the link works for ten minutes):`,
          connectLink.url,
        ]),
    ...warnings.map((warning) => `Note: ${warning}`),
    '',
    '',
  ]
    .map((line) => (line === '' ? '' : `  ${line}`))
    .join('\n');
}
