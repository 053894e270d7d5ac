/** Events that an operator watches, each with the labels it is counted by. Labels never name an owner, an account or a key. */
export type CountedEvents = {
  platformAppProblem: { platform: string };
};

/** Counts events for `/metrics`, since this process started. */
export type Counts = {
  count<Event extends keyof CountedEvents>(event: Event, labels: CountedEvents[Event]): void;
};
