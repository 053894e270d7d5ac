import { keyHeader, type Stage } from '../stage.ts';

type Upload = { url: string; stage: Stage; rows: number; profileId: string };

let number = 0;

/** Unique rows pass the duplicate check. */
export async function uploadRows({ url, stage, rows, profileId }: Upload): Promise<number> {
  const at = new Date(Date.now() + 48 * 3_600_000).toISOString();
  const lines = Array.from({ length: rows }, () => `Row ${(number += 1)},telegram,${profileId},${at}`);
  const body = ['post_content,platforms,profiles,schedule_time', ...lines].join('\n');
  const headers = { ...keyHeader(stage.apiKey), 'content-type': 'text/csv' };
  const startedMs = performance.now();
  const response = await fetch(`${url}/v1/posts/bulk-upload`, { method: 'POST', headers, body });
  const report = (await response.json()) as { valid?: number };
  if (report.valid !== rows) throw new Error(`${report.valid ?? 0} of ${rows} rows were taken: ${response.status}`);
  return performance.now() - startedMs;
}

export async function defaultProfile(url: string, { apiKey }: Stage): Promise<string> {
  const listed = await fetch(`${url}/v1/profiles`, { headers: keyHeader(apiKey) });
  const { profiles } = (await listed.json()) as { profiles: { _id: string; isDefault: boolean }[] };
  return profiles.find(({ isDefault }) => isDefault)?._id ?? '';
}
