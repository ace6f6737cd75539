/** In milliseconds, where nothing else is said. */
const minute = 60_000;
const daySeconds = 86_400;

/** A file that has stood still for so long is stuck, or nobody has picked it up. */
export const standsStillAfter = 30 * minute;
export const batchTakes = 60 * minute;
/** Between two looks at a batch in work. */
export const looksEvery = 5 * minute;

/** Epoch seconds, or DynamoDB would keep the items for ever. */
export function fileExpiry(now: number): number {
  return Math.floor(now / 1000) + 30 * daySeconds;
}
export function batchExpiry(now: number): number {
  return Math.floor(now / 1000) + 90 * daySeconds;
}

/** A day further back has no files any more, so there is nothing that a new batch of it could take over. */
export const daysToRunAgain = 30;

export const fileReceives = 3;
export const fileDeadLetterDays = 14;
