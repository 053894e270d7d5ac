import type { OutboundClient } from '../../harness/network/outbound-client.ts';
import { inParallel } from '../../harness/wait.ts';
import { redirectTo, type Fixture } from './fixture.ts';

type Redirecting = { client: OutboundClient; fixture: Fixture; urls: readonly string[] };

const refusals = ['urlNotAllowed', 'addressBlocked', 'redirect'];
const redirectsMax = 3;

/** A control character in the URL can invalidate the whole response, which also counts as a refusal. */
function isRefusal(fault: string, url: string): boolean {
  return refusals.includes(fault) || (fault === 'connectionFailed' && /[^\P{Cc}\t]/u.test(url));
}

/** Allows plain HTTP to public addresses, as for media, so that only the host decides. */
export async function tryRedirects({ client, fixture, urls }: Redirecting): Promise<string[]> {
  const faults: string[] = [];
  const follow = (url: string) =>
    client.fetch({ url: redirectTo(fixture.front, url), redirectsMax, allowPublicHttp: true });
  await inParallel(urls, 8, async (url) => {
    const { fault = 'none', status } = await follow(url);
    if (!isRefusal(fault, url)) {
      faults.push(`a redirect to ${JSON.stringify(url)} was not refused: fault ${fault}, status ${status ?? 'none'}`);
    }
  });
  const arrived = await follow(redirectTo(fixture.front, fixture.back.url));
  if (arrived.status !== 200 || arrived.url !== fixture.back.url) {
    faults.push(`two redirects between admitted sinks ended with ${JSON.stringify(arrived)}`);
  }
  return faults;
}
