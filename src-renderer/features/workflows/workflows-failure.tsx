import type { Failure } from '#shared/contract/result.ts';
import { toFailureText } from '#renderer/contract/failure-text.ts';
import { FailureState, type FailureStateProps } from '#renderer/ui/states.tsx';
import { messages } from './messages.ts';

interface WorkflowsFailureProps extends Omit<FailureStateProps, 'told'> {
  readonly failure: Failure;
  /** "Couldn't load the workflow" */
  readonly title: string;
}

/** Says why a part of the page is missing. */
export function WorkflowsFailure({ failure, title, ...rest }: WorkflowsFailureProps) {
  return (
    <FailureState
      told={toFailureText(failure, {
        title,
        titles: { 'not-found': messages.page.notFound },
        nexts: { 'not-found': messages.page.notFoundNext },
        outOfScope: messages.page.outOfScope,
      })}
      {...rest}
    />
  );
}
