/** Why a start or a command cannot go on, in words for the operator. Printed without a stack, exit code 1. */
export class StartFault extends Error {}
