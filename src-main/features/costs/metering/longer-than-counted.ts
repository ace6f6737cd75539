import type { Failure, Refusal } from '#shared/contract/result.ts';

/** It counts fewer documents than it has, and reading on was not asked for. */
export function longerThanCounted(batchId: string, documents: number): Refusal {
  return {
    code: 'not-found',
    message: `It has more documents than the ${documents} it counts, and reading went on only as far as was asked for.`,
    what: `${beginning}${batchId}`,
  };
}

export function isLonger(failure: Failure): boolean {
  return failure.code === 'not-found' && failure.what.startsWith(beginning);
}

const beginning = 'the end of the batch ';
