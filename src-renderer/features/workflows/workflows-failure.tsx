import type { Failure } from '#shared/contract/result.ts';
import { toldFailure } from '#renderer/contract/failure-text.ts';
import { ToldState, type ToldStateProps } from '#renderer/ui/states.tsx';

interface WorkflowsFailureProps extends Omit<ToldStateProps, 'told'> {
  readonly failure: Failure;
  /** "The workflow was not read" */
  readonly title: string;
}

/** Why a part of the page is not there. */
export function WorkflowsFailure({ failure, title, ...rest }: WorkflowsFailureProps) {
  return (
    <ToldState
      told={toldFailure(failure, {
        title,
        titles: { 'not-found': 'There is no such workflow' },
        nexts: { 'not-found': 'Check the link, or look for it in the list of its tenant.' },
        outOfScope: 'Whether it has such a workflow is not said. Choose another tenant in the top bar.',
      })}
      {...rest}
    />
  );
}
