export type CsvContext = { profileId: string; profileName: string; otherProfileId: string; now: Date };

type RowResult = true | RegExp;

export type CsvResponse =
  | { status: 400; about: RegExp; param?: string }
  | {
      status: 200 | 207;
      rows: readonly RowResult[];
      warnings?: readonly RegExp[];
      contents?: readonly string[];
      times?: readonly string[];
    };

export type CsvCase = {
  name: string;
  file: string | Uint8Array;
  /** Default: `?allowDuplicate=true`, because few files test duplicates. */
  query?: string;
  contentType?: string;
  expected: CsvResponse;
};

export type CsvCases = (context: CsvContext) => CsvCase[];

export const columns = ['post_content', 'platforms', 'profiles', 'schedule_time'] as const;
export const header = columns.join(',');

export const refused = (about: RegExp, param = 'file'): CsvResponse => ({ status: 400, about, param });

/** 207 only for a mix of valid and invalid rows. */
export function rowResults(
  rows: readonly RowResult[],
  more: Omit<Extract<CsvResponse, { rows: object }>, 'status' | 'rows'> = {},
): CsvResponse {
  const good = rows.filter((row) => row === true).length;
  return { status: good > 0 && good < rows.length ? 207 : 200, rows, ...more };
}

export const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

export function draftFile({ profileId }: CsvContext, contents: readonly string[], lineEnd = '\n'): string {
  const rows = contents.map((content) => `${content},telegram,${profileId},,true`);
  return [`${header},is_draft`, ...rows, ''].join(lineEnd);
}

export function rowFile({ profileId, now }: CsvContext, cells: Readonly<Record<string, string>>): string {
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString();
  const all = { post_content: 'A row', platforms: 'telegram', profiles: profileId, schedule_time: tomorrow, ...cells };
  return `${Object.keys(all).map(quoted).join()}\n${Object.values(all).map(quoted).join()}\n`;
}
