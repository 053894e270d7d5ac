import { tokenSweep } from '../domain/accounts/account-jobs.ts';
import { sweepTokens } from '../domain/accounts/tokens/sweep-tokens.ts';
import { handleSweep } from './handler.ts';

export const sweepTokensHandler = handleSweep(tokenSweep, sweepTokens);
