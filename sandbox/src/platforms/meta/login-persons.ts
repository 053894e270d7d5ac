export type LoginPerson = {
  readonly userId: string;
  readonly username: string;
  readonly fullName: string;
  /** Scopes this person never grants. */
  readonly droppedScopes: readonly string[];
};

export const usernameRule = '1 to 30 lowercase letters, digits, underscores and single dots';

/** What `createPersons` needs to know of people who sign in with their own account. */
export const loginNames = {
  idOf: ({ userId }: LoginPerson): string => userId,
  nameOf: ({ username }: LoginPerson): string => username,
  isName: (name: string): boolean => /^(?!.*\.\.)(?!\.)[a-z0-9._]{1,30}(?<!\.)$/.test(name),
};
