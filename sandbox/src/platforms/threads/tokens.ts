import { loginOf } from '../meta/login-tokens.ts';
import { lifetimes } from './limits.ts';

export const login = loginOf({ platform: 'threads', prefix: 'THAA', lifetimes });
