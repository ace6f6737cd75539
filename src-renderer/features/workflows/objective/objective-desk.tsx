import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { useKept } from '#renderer/contract/use-kept.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import { TextField } from '#renderer/ui/field.tsx';
import { PaneTitle } from '#renderer/ui/pane.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { WorkflowDeskProps } from '../open-workflow.tsx';
import reviewStyles from '../review/review.module.css';
import { useSaveForm } from '../save/save-rules.ts';
import { SettingsView } from '../save/settings-view.tsx';
import { SettingsSide } from '../save/settings-side.tsx';
import {
  listChanges,
  minuteOptions,
  parseMinutes,
  readForm,
  toForm,
  type ObjectiveForm,
} from './objective-draft.ts';
import { messages } from './objective-messages.ts';
import styles from './objective.module.css';
import { ThisMonth } from './this-month.tsx';

interface ObjectiveDeskProps extends WorkflowDeskProps {
  readonly person: PersonHere;
  readonly nameOf: (id: string) => string;
}

/** Edits how many batches of a workflow should be done in time, and shows how this month's were. */
export function ObjectiveDesk(props: ObjectiveDeskProps) {
  const { name, workflow, address, foot, go, person, onActAs, nameOf } = props;
  const [draft, keepDraft] = useKept<Partial<ObjectiveForm>>(
    ['workflows.objective', name.tenantId, name.projectId, name.workflowId],
    noDraft,
  );
  const form = { ...toForm(workflow.objective), ...draft };
  const next = readForm(form);
  const changes = listChanges(workflow.objective, next);
  const isDraft = changes.length > 0 || !next.ok;
  const saying = useSaveForm({ ...name, workflowId: `${name.workflowId}/objective` });
  const formRef = useRef<HTMLFormElement>(null);
  const client = useQueryClient();
  const command = useCommand('workflows.saveObjective', { toldInPlace: true });
  const objective = next.ok ? next.objective : null;
  const change = (to: Partial<ObjectiveForm>) => keepDraft((now) => ({ ...now, ...to }));
  const discard = () => keepDraft(() => noDraft);
  return (
    <SettingsView
      {...{ name, workflow, address, foot, go, formRef }}
      isDraft={isDraft}
      onDiscard={discard}
      side={
        <SettingsSide
          {...{ workflow, formRef, changes, saying, person, nameOf, onActAs }}
          isWrong={!next.ok}
          settings={{ objective }}
          command={{
            isRunning: command.isRunning,
            run: (request) => command.run({ ...request, objective }),
          }}
          texts={messages.side}
          onSaved={() => {
            // Changes made since this was sent stay a draft.
            keepDraft((now) => (now === draft ? noDraft : now));
            void client.invalidateQueries({ queryKey: ['monitor.objectives'] });
          }}
        />
      }
    >
      <section className={reviewStyles.section} aria-label={messages.objective}>
        <div className={reviewStyles.head}>
          <PaneTitle title={messages.objective} hint={messages.hint} />
        </div>
        <div className={reviewStyles.fields}>
          <TextField
            label={messages.percent}
            inputMode="decimal"
            maxLength={7}
            end="%"
            hint={messages.percentHint}
            value={form.percent}
            error={next.ok ? undefined : next.problem}
            onChange={(event) => change({ percent: event.currentTarget.value })}
          />
          <Select
            label={messages.minutes}
            hint={messages.minutesHint}
            value={String(form.minutes)}
            onChange={(minutes) => change({ minutes: parseMinutes(minutes) })}
            options={minuteOptions}
          />
        </div>
        <p className={styles.counts}>{messages.counts}</p>
      </section>
      <section className={reviewStyles.section} aria-label={messages.month}>
        <div className={reviewStyles.head}>
          <PaneTitle title={messages.month} hint={messages.monthHint} />
        </div>
        <ThisMonth name={name} isPromised={workflow.objective !== null} />
      </section>
    </SettingsView>
  );
}

const noDraft: Partial<ObjectiveForm> = {};
