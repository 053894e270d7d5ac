import { defined } from '../../core/defined.ts';
import { ledger, type LedgerMedia } from '../../core/state/ledger.ts';
import type { Call } from '../../core/platform.ts';
import type { Tx } from '../../core/state/store.ts';
import { processing } from './limits.ts';
import { persons, profileUrlOf } from './persons.ts';
import { publications, type Publication } from './publications.ts';

type Outcome = { readonly files: readonly LedgerMedia[]; readonly failReason: string | undefined };

export function finished(call: Call, publication: Publication, { files, failReason }: Outcome): Publication {
  const slow = call.takeFault('processingSlow');
  const slowMs = slow === undefined ? 0 : (slow.value ?? processing.slowMs);
  const failed = call.takeFault('processingFailed') && 'internal';
  const takenAt = call.clock.now();
  const ownMs = publication.kind === 'video' ? processing.videoMs : processing.photosMs;
  const postId = publication.isDraft ? undefined : newPostId(call);
  return {
    ...publication,
    files,
    takenAt,
    readyAt: takenAt + ownMs + slowMs,
    ...defined({ failReason: failed ?? failReason, postId }),
  };
}

type Tools = { readonly clock: Pick<Call['clock'], 'now'>; readonly random: Call['random'] };

/** IDs grow with time, beyond the safe integers. */
export function newPostId({ clock, random }: Tools): string {
  return String((BigInt(Math.floor(clock.now() / 1000)) << 32n) + BigInt(random.bytes(4).readUInt32BE(0)));
}

/** Posts without a public ID are listed under their publish ID. */
export function keep(tx: Tx, publication: Publication): void {
  const { publishId, openId, kind, title, description, failReason, files, takenAt } = publication;
  publications.put(tx, publishId, publication);
  const person = persons.get(tx, openId);
  if (takenAt === undefined || failReason !== undefined || person === undefined) return;
  const postId = publication.privacyLevel === 'PUBLIC_TO_EVERYONE' ? publication.postId : undefined;
  ledger.add(tx, {
    platform: 'tiktok',
    account: person.username,
    accountId: openId,
    id: postId ?? publishId,
    url: postId === undefined ? profileUrlOf(person) : `${profileUrlOf(person)}/${kind}/${postId}`,
    text: [title, description].filter((text) => text !== '').join('\n'),
    media: files,
    parentId: null,
    createdAt: new Date(takenAt).toISOString(),
    deletedAt: null,
  });
}
