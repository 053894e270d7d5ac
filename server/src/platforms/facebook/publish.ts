import type { Publish } from '../adapter.ts';
import type { FacebookCall } from './call.ts';
import { check } from './check.ts';
import { followUps } from './follow-ups.ts';
import { limits, options } from './options.ts';
import { permalink } from './permalink.ts';
import { poll } from './poll.ts';
import { prepare } from './prepare.ts';
import { send } from './send.ts';
import { settle } from './settle.ts';

export const publish: Publish<FacebookCall> = {
  limits,
  options,
  check,
  prepare,
  send,
  poll,
  settle,
  permalink,
  followUps,
};
