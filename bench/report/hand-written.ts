const begin = '<!-- Written by hand from here … -->';
const end = '<!-- … to here. -->';
const allMet = 'No aim is missed.';
const unexplained = 'At least one aim is missed. The reason is not documented yet.';

export function explanation(previous: string, { isAllMet }: { isAllMet: boolean }): string {
  const beginAt = previous.indexOf(begin);
  const endAt = previous.indexOf(end);
  const written = beginAt < 0 || endAt < beginAt ? '' : previous.slice(beginAt + begin.length, endAt).trim();
  const text = ['', allMet, unexplained].includes(written) ? (isAllMet ? allMet : unexplained) : written;
  return `${begin}\n\n${text}\n\n${end}`;
}
