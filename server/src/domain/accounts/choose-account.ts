import { AppError } from '../../kernel/errors.ts';
import { nearest } from '../../kernel/text/nearest.ts';
import type { Ctx } from '../context.ts';
import type { StoredAccount } from './account.ts';
import { findAccountsBy } from './list-accounts.ts';

type Choice = {
  name: string;
  platform?: string | undefined;
};

const listedMax = 10;

export async function chooseAccount(ctx: Ctx, { name, platform }: Choice): Promise<StoredAccount> {
  const accounts = await findAccountsBy(ctx, platform === undefined ? {} : { platform });
  const username = comparable(name);
  const [account, ...others] = accounts.filter((one) => one.id === name || comparable(one.username) === username);
  if (account === undefined) throw refused(`No account is called ${name}. ${suggestion(accounts, name)}`);
  if (others.length === 0) return account;
  throw refused(`Several accounts are called ${name}: name the platform, or use an ID.\n${list([account, ...others])}`);
}

function suggestion(accounts: readonly StoredAccount[], name: string): string {
  if (accounts.length === 0) return 'No account is connected: open GET /v1/connect/{platform} to connect one.';
  const near = nearest(
    comparable(name),
    accounts.map(({ username }) => comparable(username)),
  );
  const hint = near === undefined ? '' : `Did you mean ${near}? `;
  return `${hint}Connected accounts:\n${list(accounts)}`;
}

function list(accounts: readonly StoredAccount[]): string {
  const lines = accounts.slice(0, listedMax).map(({ id, platform, username }) => `  ${platform} ${username} (${id})`);
  const left = accounts.length - lines.length;
  return [...lines, ...(left === 0 ? [] : [`  and ${left} more: run herald account list`])].join('\n');
}

function comparable(username: string): string {
  return username.replace(/^@/, '').toLowerCase();
}

function refused(message: string): AppError {
  return new AppError('accountNotFound', message);
}
