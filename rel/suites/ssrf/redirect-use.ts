import type { OutboundClient } from '../../harness/outbound-client.ts';
import { inParallel } from '../../harness/wait.ts';
import { redirectTo, type Fixture } from './fixture.ts';

type Redirecting = { client: OutboundClient; fixture: Fixture; urls: readonly string[] };

const refusals = ['urlNotAllowed', 'addressBlocked', 'redirect'];
const redirectsMax = 3;

/** A line break or the like ends the header, or makes the whole answer invalid. */
function isRefusal(fault: string, url: string): boolean {
  return refusals.includes(fault) || (fault === 'connectionFailed' && /[^\P{Cc}\t]/u.test(url));
}

/** Public addresses may be fetched plainly here, as media is: nothing but the host itself stands in the way. */
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
