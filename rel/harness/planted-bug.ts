export type PlantedBug = { case: string; name: string; file: string; find: string; replace: string };
