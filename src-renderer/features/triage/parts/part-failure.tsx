import type { Failure } from '#shared/contract/result.ts';
import { toldFailure, type FailureWords } from '#renderer/contract/failure-text.ts';
import { ToldState, type ToldStateProps } from '#renderer/ui/states.tsx';

interface PartFailureProps extends Omit<ToldStateProps, 'told'> {
  readonly failure: Failure;
  /** "The documents were not read" */
  readonly title: string;
}

/** Why a part of a batch is not there. */
export function PartFailure({ failure, title, ...rest }: PartFailureProps) {
  return <ToldState told={toldFailure(failure, { title, titles, nexts, outOfScope })} {...rest} />;
}

const outOfScope =
  'Whether there is such a batch is not said. Ask for the tenant, or switch to a person who has it.';

const titles: FailureWords = {
  'execution-expired': 'The history of this execution has expired',
};

const nexts: FailureWords = {
  'execution-expired':
    'AWS keeps a history for 90 days; the passports of the documents still tell what happened.',
  'not-found': 'Check the id, or look for the batch in its tenant.',
};
