export type LoginPerson = {
  readonly userId: string;
  readonly username: string;
  readonly fullName: string;
  readonly droppedScopes: readonly string[];
};

export const usernameRule = '1 to 30 lowercase letters, digits, underscores and single dots';

export const loginNames = {
  idOf: ({ userId }: LoginPerson): string => userId,
  nameOf: ({ username }: LoginPerson): string => username,
  isName: (name: string): boolean => /^(?!.*\.\.)(?!\.)[a-z0-9._]{1,30}(?<!\.)$/.test(name),
};
