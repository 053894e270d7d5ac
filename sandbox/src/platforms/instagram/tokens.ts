import { loginOf, type LoginToken } from '../meta/login-tokens.ts';
import { lifetimes } from './limits.ts';

export type Token = LoginToken;

export const login = loginOf({ platform: 'instagram', prefix: 'IGAA', lifetimes });
