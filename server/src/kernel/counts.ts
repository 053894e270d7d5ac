/** Labels never identify an owner, an account, a post or a key. */
export type CountedEvents = {
  postPublished: { platform: string };
  postFailed: { platform: string; code: string };
  /** A request that publishes, and that cannot be repeated without risk, is about to be sent. */
  publishAttempt: { platform: string };
  /** The outcome of such a request is unknown, and the post is looked up. */
  publishDoubt: { platform: string };
  publishDoubtSettled: { platform: string; result: 'published' | 'absent' | 'confirmed' | 'unknown' };
  /** `attempt` of the current run; 0 when nothing was sent. */
  deliveryAttempt: { state: string; attempt: number };
  webhookDisabled: { reason: string };
  tokenRefresh: { platform: string; result: 'refreshed' | 'refused' | 'appProblem' | 'later' };
  /** An account has to be connected again. */
  accountFault: { platform: string; fault: string };
  platformAppProblem: { platform: string };
  /** A new comment that polling found and no event had brought. */
  commentPolled: { platform: string };
  /** The same for a direct message. */
  messagePolled: { platform: string };
};

export type TimedEvents = {
  httpRequest: { method: string; route: string; status: number };
  /** `status` is the HTTP status, or `notSent` or `noResponse`. */
  platformCall: { platform: string; status: string };
  /** From when a post was due until a worker began with it. */
  publishStart: { platform: string };
};

/** Since the process started; for `/metrics`. */
export type Counts = {
  count<Event extends keyof CountedEvents>(event: Event, labels: CountedEvents[Event]): void;
  time<Event extends keyof TimedEvents>(event: Event, labels: TimedEvents[Event], seconds: number): void;
};
