import { noFindings, type Case } from '../../harness/case.ts';
import type { Api, User } from '../../harness/testbed.ts';
import { openFixture } from '../publish/fixture.ts';

/** Repeated, these are slow for naive parsers of links, mentions, emoji and markup. */
const seeds = [
  'www.',
  'a.co,',
  'http://',
  'a.',
  '日.',
  '@a',
  '#a',
  '🇩',
  '👩‍👩‍👧‍👦',
  'e\u0301',
  '\u200d',
  '<b>',
  '[a](',
  '*_',
];
const textLengthMax = 65_000;
const csvBytesMax = 2_000_000;
/** Above this, the process counts as blocked. */
const delayMsMax = 1000;
const delayMsAim = 100;

export const longTexts: Case = {
  id: 'long-texts',
  about:
    'Validates adversarial texts of maximum length for every platform; the event loop is never blocked for a second.',
  run: async (testbed) => {
    const findings = noFindings();
    await using fixture = await openFixture(testbed, { accounts: 1 });
    const { api, user } = fixture;
    const platforms = Object.values(fixture.accounts).flat();
    const { body: known } = await api.call<{ profiles: { _id: string }[] }>(user, 'GET', '/v1/profiles');
    const profileId = known.profiles[0]?._id ?? '';
    const delays: number[] = [];
    for (const seed of seeds) {
      const content = seed.repeat(Math.ceil(textLengthMax / seed.length)).slice(0, textLengthMax);
      const threaded = platforms.map((target) => ({ ...target, settings: { threadItems: items(content) } }));
      const hashtags = Array.from({ length: 30 }, (_, index) => 'a'.repeat(1 + (index % 3)));
      const delay = await watched(api, async () => {
        // A target with thread items does not use the content of the post.
        for (const targets of [platforms, threaded]) {
          const body = { content, hashtags, publishNow: true, platforms: targets };
          const { status } = await api.call(user, 'POST', '/v1/posts/validate', body);
          if (status !== 200) findings.faults.push(`validate responded with ${status} to ${JSON.stringify(seed)}`);
        }
        const file = await upload(api, user, rowsOf(content.slice(0, 4000), profileId));
        if (file !== 200) findings.faults.push(`a file of ${JSON.stringify(seed)} returned ${file}`);
      });
      delays.push(delay);
      if (delay > delayMsMax) findings.faults.push(`${JSON.stringify(seed)} blocked the process for ${delay} ms`);
      else if (delay > delayMsAim) findings.warnings.push(`${JSON.stringify(seed)}: ${delay} ms, aim ${delayMsAim} ms`);
    }
    findings.counts = { seeds: seeds.length, platforms: platforms.length };
    findings.times = { longestDelayMs: Math.max(...delays) };
    return findings;
  },
};

/** Fits into the body limit. */
function items(content: string): { content: string }[] {
  return Array.from({ length: 3 }, () => ({ content: content.slice(0, 2000) }));
}

function rowsOf(text: string, profileId: string): string {
  const row = `"${text.replaceAll('"', '""')}","x,threads,bluesky,telegram","${profileId}","2030-01-01 10:00"`;
  const count = Math.min(400, Math.floor(csvBytesMax / Buffer.byteLength(row)));
  return ['post_content,platforms,profiles,schedule_time', ...Array.from({ length: count }, () => row)].join('\n');
}

async function upload(api: Api, { key }: User, csv: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'text/csv' };
  const url = `${api.baseUrl}/v1/posts/bulk-upload?dryRun=true`;
  return (await fetch(url, { method: 'POST', headers, body: csv })).status;
}

async function watched(api: Api, work: () => Promise<void>): Promise<number> {
  let isOver = false;
  let longestMs = 0;
  const watch = async (): Promise<void> => {
    while (!isOver) {
      const startedMs = performance.now();
      // A process that is blocked for long may reset the connection afterwards.
      await fetch(`${api.baseUrl}/healthz`).then(
        (response) => response.text(),
        () => undefined,
      );
      longestMs = Math.max(longestMs, performance.now() - startedMs);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  const watching = watch();
  await work().finally(() => (isOver = true));
  await watching;
  return Math.round(longestMs);
}
