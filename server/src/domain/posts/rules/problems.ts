import { AppError } from '../../../kernel/errors.ts';
import type { PostIssue } from '../../../schemas/post.ts';
import type { PreflightIssue } from './preflight.ts';

type Rule = PostIssue['rule'];

export type Problems = {
  /** Returns undefined if the problem was collected. */
  attempt<Result>(rule: Rule, check: () => Result | Promise<Result>): Promise<Result | undefined>;
  addIssues(issues: readonly PreflightIssue[]): void;
  isCollecting: boolean;
};

export const throwProblems: Problems = {
  attempt: async (_rule, check) => await check(),
  addIssues: (issues) => {
    const first = issues.find(({ severity }) => severity === 'error');
    if (first === undefined) return;
    const message = first.platform === null ? first.message : `${first.platform}: ${first.message}`;
    throw new AppError(first.code ?? 'validation', message, { param: first.field, issues: issues.map(withoutCode) });
  },
  isCollecting: false,
};

export function collectProblems(): Problems & { issues: PostIssue[] } {
  const issues: PostIssue[] = [];
  return {
    issues,
    ...collectWith({
      add: (rule, error) => issues.push(issueOf(rule, error)),
      addIssues: (added) => issues.push(...added.map(withoutCode)),
    }),
  };
}

type Collector = {
  add(rule: Rule, error: AppError): void;
  addIssues(issues: readonly PreflightIssue[]): void;
};

/** Throws errors that are not refusals of the request. */
export function collectWith({ add, addIssues }: Collector): Problems {
  return {
    attempt: async (rule, check) => {
      try {
        return await check();
      } catch (error) {
        if (!(error instanceof AppError) || error.code === 'unavailable') throw error;
        add(rule, error);
        return undefined;
      }
    },
    addIssues,
    isCollecting: true,
  };
}

export function issueOf(rule: Rule, { message, details: { param = null } }: AppError): PostIssue {
  return { rule, severity: 'error', platform: null, accountId: null, field: param, message };
}

function withoutCode({ code: _code, ...issue }: PreflightIssue): PostIssue {
  return issue;
}
