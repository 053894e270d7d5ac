import type { Platforms } from '../../../platforms/platforms.ts';
import type { StoredAccount } from '../../accounts/account.ts';
import type { Places } from './places.ts';
import { splitList } from './read-cell.ts';
import type { RowNotes } from './row-notes.ts';

type Cells = ReadonlyMap<string, string>;

/** Finds the profile of a row by ID, or by name without case. */
export function findProfileOf(cells: Cells, { profiles }: Places, notes: RowNotes): string | undefined {
  const wanted = cells.get('profiles')?.trim() ?? '';
  if (wanted === '') return void notes.wrong('profiles', 'is required');
  const lowered = wanted.toLowerCase();
  const byId = profiles.filter(({ _id: id }) => id === wanted);
  const found = byId.length > 0 ? byId : profiles.filter(({ name }) => name.toLowerCase() === lowered);
  const [first, second] = found;
  if (second !== undefined) return void notes.wrong('profiles', 'is the name of several profiles: give the id');
  if (first !== undefined) return first._id;
  const isSeveral = splitList(wanted).length > 1;
  return void notes.wrong('profiles', isSeveral ? 'must be one profile: a row is for one' : 'names no profile');
}

/** Resolves aliases and removes repetitions. */
export function readPlatforms(cells: Cells, platforms: Platforms, notes: RowNotes): string[] {
  const wanted = splitList(cells.get('platforms') ?? '');
  if (wanted.length === 0) notes.wrong('platforms', 'is required');
  const unknown = wanted.find((name) => platforms.find(name.toLowerCase()) === undefined);
  if (unknown !== undefined) {
    const known = platforms.list().map(({ adapter }) => adapter.name);
    notes.wrong('platforms', `holds ${unknown.slice(0, 100)}, which is none of ${known.join(', ')}`);
  }
  return [...new Set(wanted.flatMap((name) => platforms.find(name.toLowerCase())?.adapter.name ?? []))];
}

/** Every connected account of the platforms on the profile. */
export function findAccountsOf(
  { accounts }: Places,
  { profileId, platforms }: { profileId: string; platforms: readonly string[] },
  notes: RowNotes,
): StoredAccount[] {
  const here = [...accounts.values()].filter(({ profile_id: id }) => id === profileId);
  return platforms.flatMap((platform) => {
    const found = here.filter((account) => account.platform === platform);
    if (found.length === 0)
      notes.wrong('platforms', `names ${platform}, of which no account is connected on this profile`);
    return found;
  });
}
