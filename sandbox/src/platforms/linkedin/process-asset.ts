import { defined } from '../../core/defined.ts';
import type { LedgerMedia } from '../../core/state/ledger.ts';
import type { Call } from '../../core/platform.ts';
import type { Asset } from './assets.ts';
import { processing } from './limits.ts';

type Outcome = { readonly file: LedgerMedia | undefined; readonly failure: string | undefined };

export function processed(call: Call, asset: Asset, { file, failure }: Outcome): Asset {
  const slow = call.takeFault('processingSlow');
  const slowMs = slow === undefined ? 0 : (slow.value ?? processing.slowMs);
  const failed = call.takeFault('processingFailed') && 'The media could not be processed';
  const ownMs = asset.kind === 'video' ? processing.videoMs : processing.fileMs;
  return { ...asset, readyAt: call.clock.now() + ownMs + slowMs, ...defined({ file, failure: failed ?? failure }) };
}
