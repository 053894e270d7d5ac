import type { BlueskyFixture } from './bluesky-fixture.ts';

export type Check = { name: string; run(fixture: BlueskyFixture): Promise<void> };

export type Result = { passed: number; failed: number };

const checkMsMax = 60_000;

/** `isVerbose`: also prints the server's responses. */
export async function runChecks(
  checks: readonly Check[],
  fixture: BlueskyFixture,
  isVerbose: boolean,
): Promise<Result> {
  const result = { passed: 0, failed: 0 };
  for (const { name, run } of checks) {
    fixture.seen.length = 0;
    const fault = await Promise.race([
      run(fixture).then(
        () => undefined,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      ),
      new Promise<string>((resolve) => setTimeout(() => resolve('took too long'), checkMsMax).unref()),
    ]);
    result[fault === undefined ? 'passed' : 'failed'] += 1;
    console.log(`${fault === undefined ? 'ok  ' : 'FAIL'} ${name}`);
    if (fault !== undefined) console.log(indent(fault));
    if (fault !== undefined || isVerbose) for (const one of fixture.seen) console.log(`       ${describe(one)}`);
  }
  return result;
}

function describe({ request, reply }: BlueskyFixture['seen'][number]): string {
  if (reply.kind !== 'response') return `${request} -> ${reply.kind}: ${reply.reason}`;
  const rate = Object.entries(reply.headers).filter(([name]) => /^(ratelimit|retry)/.test(name));
  const headers = rate.length === 0 || reply.status < 400 ? '' : ` ${JSON.stringify(Object.fromEntries(rate))}`;
  return `${request} -> ${reply.status} ${hidden(reply.text).slice(0, 600)}${headers}`;
}

/** Output may be pasted elsewhere. */
function hidden(text: string): string {
  return text.replaceAll(/eyJ[\w.-]{20,}/g, '<token>');
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '       ');
}
