export const deliveriesListedMax = 1000;
/** Six attempts make a run; ten runs in a row without success disable the endpoint. */
export const exhaustedInRowMax = 10;
