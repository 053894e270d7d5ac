export const deliveriesListedMax = 1000;
/** Failed runs in a row that disable the endpoint; a run has six attempts. */
export const exhaustedInRowMax = 10;
export const attemptsShownMax = 100;
