/** A reason not to start that the person can mend; anything else is a bug. */
export class CannotStart extends Error {}
