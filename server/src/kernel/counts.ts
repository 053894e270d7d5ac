/** Labels never identify an owner, an account or a key. */
export type CountedEvents = {
  platformAppProblem: { platform: string };
  /** A new comment that polling found and no event had brought. */
  commentPolled: { platform: string };
  /** The same for a direct message. */
  messagePolled: { platform: string };
};

/** Since the process started; for `/metrics`. */
export type Counts = {
  count<Event extends keyof CountedEvents>(event: Event, labels: CountedEvents[Event]): void;
};
