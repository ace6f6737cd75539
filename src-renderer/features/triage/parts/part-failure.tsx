import type { Failure } from '#shared/contract/result.ts';
import { toFailureText, type FailureWords } from '#renderer/contract/failure-text.ts';
import { FailureState, type FailureStateProps } from '#renderer/ui/states.tsx';
import { messages } from '../messages.ts';

interface PartFailureProps extends Omit<FailureStateProps, 'told'> {
  readonly failure: Failure;
  /** "Couldn't load the documents" */
  readonly title: string;
}

/** Says why a part of a batch is missing. */
export function PartFailure({ failure, title, ...rest }: PartFailureProps) {
  return <FailureState told={toFailureText(failure, { title, titles, nexts, outOfScope })} {...rest} />;
}

const outOfScope = messages.problems.outOfScope;

const titles: FailureWords = {
  'execution-expired': messages.problems.historyExpired,
};

const nexts: FailureWords = {
  'execution-expired': messages.problems.historyExpiredNext,
  'not-found': messages.problems.notFoundNext,
};
