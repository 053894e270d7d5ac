import { splitList } from '../../../kernel/text/csv-cell.ts';
import type { Platforms } from '../../../platforms/platforms.ts';
import type { StoredAccount } from '../../accounts/account.ts';
import type { CsvTargets } from './csv-targets.ts';
import type { RowNotes } from './row-notes.ts';

type Cells = ReadonlyMap<string, string>;

export function findProfileOf(cells: Cells, { profiles }: CsvTargets, notes: RowNotes): string | undefined {
  const cell = cells.get('profiles')?.trim() ?? '';
  if (cell === '') return void notes.wrong('profiles', 'is required');
  const lowered = cell.toLowerCase();
  const byId = profiles.filter(({ _id: id }) => id === cell);
  const matches = byId.length > 0 ? byId : profiles.filter(({ name }) => name.toLowerCase() === lowered);
  const [first, second] = matches;
  if (second !== undefined) return void notes.wrong('profiles', 'is the name of several profiles: use the profile ID');
  if (first !== undefined) return first._id;
  const isSeveral = splitList(cell).length > 1;
  return void notes.wrong('profiles', isSeveral ? 'must name exactly one profile' : 'does not match any profile');
}

export function readPlatforms(cells: Cells, platforms: Platforms, notes: RowNotes): string[] {
  const names = splitList(cells.get('platforms') ?? '');
  if (names.length === 0) notes.wrong('platforms', 'is required');
  const unknown = names.find((name) => platforms.find(name.toLowerCase()) === undefined);
  if (unknown !== undefined) {
    const known = platforms.list().map(({ adapter }) => adapter.name);
    notes.wrong('platforms', `contains ${unknown.slice(0, 100)}, but must be a list of ${known.join(', ')}`);
  }
  return [...new Set(names.flatMap((name) => platforms.find(name.toLowerCase())?.adapter.name ?? []))];
}

export function findAccountsOf(
  { accounts }: CsvTargets,
  { profileId, platforms }: { profileId: string; platforms: readonly string[] },
  notes: RowNotes,
): StoredAccount[] {
  const here = [...accounts.values()].filter(({ profileId: id }) => id === profileId);
  return platforms.flatMap((platform) => {
    const matches = here.filter((account) => account.platform === platform);
    if (matches.length === 0)
      notes.wrong('platforms', `contains ${platform}, but this profile has no connected ${platform} account`);
    return matches;
  });
}
