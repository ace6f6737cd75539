import { ReadFailure } from '#renderer/contract/read-failure.tsx';
import type { FailureWords, ReadFailureProps } from '#renderer/contract/read-failure.tsx';

export type PartFailureProps = Omit<ReadFailureProps, 'titles' | 'nexts' | 'withoutPermission'>;

/** Why a part of a batch is not there. */
export function PartFailure(props: PartFailureProps) {
  return (
    <ReadFailure
      {...props}
      titles={titles}
      nexts={nexts}
      withoutPermission="Whether there is such a batch is not said. Ask for the tenant, or switch to a person who has it."
    />
  );
}

const titles: FailureWords = {
  'execution-expired': 'The history of this execution has expired',
};

const nexts: FailureWords = {
  'execution-expired':
    'AWS keeps a history for 90 days; the passports of the documents still tell what happened.',
  'not-found': 'Check the id, or look for the batch in its tenant.',
};
