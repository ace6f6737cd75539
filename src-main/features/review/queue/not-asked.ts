import type { Failure } from '#shared/contract/result.ts';
import type { QueuePage } from '#shared/contract/review/queue.ts';

export type NotAsked = QueuePage['notAsked'][number];

/** Stands for all of them where it is not known which there are. */
export const everyTenant = '*';

/** What stands in the way of everything is told as a failure; what concerns one tenant leaves the others. */
export function concernsAll({ code }: Failure): boolean {
  return stopping.has(code);
}

const stopping: ReadonlySet<Failure['code']> = new Set([
  'sign-in-expired',
  'aws-unreachable',
  // Its places are of another world than this one.
  'cursor-refused',
  'unexpected',
]);
