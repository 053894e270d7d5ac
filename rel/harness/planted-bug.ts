/** A bug planted in a copy of the checkout, and the case that must turn red over it. */
export type PlantedBug = { case: string; name: string; file: string; find: string; replace: string };
