/** Who sends the files, and when. */
export type CsvContext = { profileId: string; profileName: string; otherProfileId: string; now: Date };

/** What is said of a row: that it is a post, or what is wrong with it. */
type RowAnswer = true | RegExp;

/** The documented answer. */
export type CsvAnswer =
  | { status: 400; about: RegExp; param?: string }
  | {
      status: 200 | 207;
      rows: readonly RowAnswer[];
      warnings?: readonly RegExp[];
      /** Of the posts made, in the order of the file. */
      contents?: readonly string[];
      times?: readonly string[];
    };

export type CsvCase = {
  name: string;
  file: string | Uint8Array;
  /** Every file is sent with `allowDuplicate` otherwise: they are not about sameness. */
  query?: string;
  contentType?: string;
  expected: CsvAnswer;
};

export type CsvCases = (world: CsvContext) => CsvCase[];

export const columns = ['post_content', 'platforms', 'profiles', 'schedule_time'] as const;
export const header = columns.join(',');

export const refused = (about: RegExp, param = 'file'): CsvAnswer => ({ status: 400, about, param });

/** 207 only for a mix. */
export function told(
  rows: readonly RowAnswer[],
  more: Omit<Extract<CsvAnswer, { rows: object }>, 'status' | 'rows'> = {},
): CsvAnswer {
  const good = rows.filter((row) => row === true).length;
  return { status: good > 0 && good < rows.length ? 207 : 200, rows, ...more };
}

export const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`;

/** A draft of these words: nothing about it can go wrong but what the case is about. */
export function draftFile({ profileId }: CsvContext, contents: readonly string[], lineEnd = '\n'): string {
  const rows = contents.map((content) => `${content},telegram,${profileId},,true`);
  return [`${header},is_draft`, ...rows, ''].join(lineEnd);
}

/** One row, scheduled tomorrow, with cells of its own. */
export function rowFile({ profileId, now }: CsvContext, cells: Readonly<Record<string, string>>): string {
  const tomorrow = new Date(now.getTime() + 86_400_000).toISOString();
  const all = { post_content: 'A row', platforms: 'telegram', profiles: profileId, schedule_time: tomorrow, ...cells };
  return `${Object.keys(all).map(quoted).join()}\n${Object.values(all).map(quoted).join()}\n`;
}
