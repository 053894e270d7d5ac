/** A bug that is planted in a copy of the checkout, and the case that must detect it. */
export type PlantedBug = { case: string; name: string; file: string; find: string; replace: string };
