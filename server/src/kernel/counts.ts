/** Labels never identify an owner, an account, a post or a key. */
export type CountedEvents = {
  postPublished: { platform: string };
  postFailed: { platform: string; code: string };
  /** Counted before a publishing request that cannot be repeated safely. */
  publishAttempt: { platform: string };
  /** Such a request has an unknown outcome and is looked up. */
  publishDoubt: { platform: string };
  publishDoubtSettled: { platform: string; result: 'published' | 'absent' | 'confirmed' | 'unknown' };
  /** `attempt` of the current run; 0 when nothing was sent. */
  deliveryAttempt: { state: string; attempt: number };
  webhookDisabled: { reason: string };
  tokenRefresh: { platform: string; result: 'refreshed' | 'refused' | 'appProblem' | 'later' };
  /** The account must be connected again. */
  accountFault: { platform: string; fault: string };
  platformAppProblem: { platform: string };
  /** A new comment that only polling found. */
  commentPolled: { platform: string };
  /** Like `commentPolled`, for a direct message. */
  messagePolled: { platform: string };
};

export type TimedEvents = {
  httpRequest: { method: string; route: string; status: number };
  /** `status`: the HTTP status, `notSent` or `noResponse`. */
  platformCall: { platform: string; status: string };
  /** From when a post was due until a worker began with it. */
  publishStart: { platform: string };
};

export type Counts = {
  count<Event extends keyof CountedEvents>(event: Event, labels: CountedEvents[Event]): void;
  time<Event extends keyof TimedEvents>(event: Event, labels: TimedEvents[Event], seconds: number): void;
};
