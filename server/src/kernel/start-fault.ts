/** Printed without a stack trace; exit code 1. */
export class StartFault extends Error {}
