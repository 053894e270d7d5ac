export const deliveriesListedMax = 1000;
/** A run has six attempts. Ten failed runs in a row disable the endpoint. */
export const exhaustedInRowMax = 10;
export const attemptsShownMax = 100;
