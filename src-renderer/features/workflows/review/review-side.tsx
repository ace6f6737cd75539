import type { RefObject } from 'react';
import { useCommand } from '#renderer/contract/use-operation.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import type { WorkflowDeskProps } from '../open-workflow.tsx';
import type { SaveForm } from '../save/save-rules.ts';
import { SettingsSide, type SettingChange } from '../save/settings-side.tsx';
import { toSettings, type ReviewForm } from './review-draft.ts';
import { messages } from './review-settings-messages.ts';

interface ReviewSideProps extends Pick<WorkflowDeskProps, 'workflow' | 'onActAs'> {
  readonly person: PersonHere;
  readonly nameOf: (id: string) => string;
  readonly form: ReviewForm;
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly changes: readonly SettingChange[];
  readonly isWrong: boolean;
  readonly saying: SaveForm;
  readonly onSaved: () => void;
}

/** Shows what would change and for which documents, and saves it with a reason. */
export function ReviewSide({ form, ...props }: ReviewSideProps) {
  const command = useCommand('workflows.saveReview', { toldInPlace: true });
  const settings = toSettings(form);
  return (
    <SettingsSide
      {...props}
      settings={settings}
      command={{ isRunning: command.isRunning, run: (request) => command.run({ ...request, ...settings }) }}
      texts={messages.side}
    />
  );
}
