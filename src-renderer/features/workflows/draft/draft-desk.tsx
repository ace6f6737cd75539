import { useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type { WorkflowKey } from '#shared/contract/workflows.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Chip } from '#renderer/ui/chip.tsx';
import { View } from '#renderer/ui/pane.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { StaleNote } from '#renderer/ui/states.tsx';
import type { WorkflowsAddress } from '../address.ts';
import { ThresholdEditor } from '../editor/threshold-editor.tsx';
import { projectsQuery } from '../list/tenant-workflows.ts';
import type { WorkflowDeskProps } from '../open-workflow.tsx';
import { OvertakenDialog } from '../save/overtaken-dialog.tsx';
import { SaveSide } from '../save/save-side.tsx';
import type { Saving } from '../save/use-save.ts';
import { formatVersion } from '../threshold-text.ts';
import type { PersonHere } from '#renderer/contract/use-person-here.ts';
import styles from '../save/save.module.css';
import { useDesk } from './use-draft.ts';
import { messages } from '../messages.ts';

export interface DraftDeskProps extends WorkflowDeskProps {
  readonly person: PersonHere;
  readonly saving: Saving;
  readonly nameOf: (id: string) => string;
  readonly history: ReactNode;
  readonly toHistory: () => void;
}

/** Shows the saved thresholds, the draft and the history, and beside them the changes to save. */
export function DraftDesk(props: DraftDeskProps) {
  const { name, workflow, address, go, failure, onReadAgain, foot, onActAs, onOpenBatch } = props;
  const { person, saving, nameOf, history, toHistory } = props;
  const { draft, isChanged, discard, move, saying, form, whyNot, toList, settle } = useDesk(props);
  return (
    <View
      head={
        <WorkflowHead
          name={name}
          workflow={workflow}
          part={address.part}
          onPart={(part) => go({ part }, 'replace')}
          onList={toList}
          actions={<DraftActions isChanged={isChanged} onDiscard={discard} onHistory={toHistory} />}
        />
      }
      foot={foot}
    >
      <div className={styles.desk}>
        <div className={styles.panes}>
          <div ref={makeScrollReachable} className={styles.middle}>
            {failure === undefined ? null : (
              <StaleNote
                flat
                reason={failure.message}
                showing={messages.page.stale}
                action={
                  <Button size="sm" variant="ghost" onClick={onReadAgain}>
                    Try again
                  </Button>
                }
              />
            )}
            <div className={styles.editor}>
              <ThresholdEditor workflow={workflow} draft={draft} onDraft={move} />
            </div>
            {history}
          </div>
          <SaveSide
            formRef={form}
            workflow={workflow}
            draft={draft}
            whyNot={whyNot}
            person={person}
            saving={saving}
            saying={saying}
            onSaved={(what) => settle(what, 'saved')}
            onActAs={onActAs}
            onOpenBatch={onOpenBatch}
          />
        </div>
      </div>
      <OvertakenDialog saving={saving} person={person} nameOf={nameOf} onSettled={settle} />
    </View>
  );
}

interface WorkflowHeadProps {
  readonly name: WorkflowKey;
  /** Null until it is read. */
  readonly workflow: Workflow | null;
  readonly onList: () => void;
  readonly actions?: ReactNode;
  /** The part that is shown; left out until the workflow is read. */
  readonly part?: WorkflowsAddress['part'];
  readonly onPart?: (part: WorkflowsAddress['part']) => void;
}

/** Shows the path to the workflow and the actions on its draft. */
export function WorkflowHead({ name, workflow, onList, actions, part = null, onPart }: WorkflowHeadProps) {
  const project = useProjectName(name);
  return (
    <header className={styles.head}>
      <IconButton
        icon="left"
        size="sm"
        label="All workflows"
        shortcut={pageKeys.workflows.back}
        onClick={onList}
      />
      <div className={styles.names}>
        <p className={styles.crumbs}>
          <span>{project}</span>
          <span aria-hidden>/</span>
          <span className={styles.crumb}>{workflow?.name ?? name.workflowId}</span>
          {workflow === null ? null : (
            <>
              <span aria-hidden>/</span>
              <span>{`${formatVersion(workflow.version)} live`}</span>
            </>
          )}
        </p>
        <h1 className={styles.draftDeskTitle}>{messages.parts[part ?? 'thresholds']}</h1>
      </div>
      {onPart === undefined ? null : (
        <Segmented
          label={messages.parts.label}
          value={part ?? 'thresholds'}
          onChange={(next) => onPart(next === 'thresholds' ? null : next)}
          options={[
            { value: 'thresholds', label: messages.parts.thresholds },
            { value: 'review', label: messages.parts.review },
            { value: 'objective', label: messages.parts.objective },
          ]}
        />
      )}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

/**
 * Returns the name that the list has read, or reads it for a person who came by a link; until then the id.
 */
function useProjectName({ tenantId, projectId }: WorkflowKey): string {
  const pages = useInfiniteQuery(projectsQuery(tenantId)).data?.pages ?? [];
  useShowReceipt(
    'projects',
    pages.flatMap(({ receipt }) => receipt ?? []),
  );
  const projects = pages.flatMap(({ value }) => value.rows);
  return projects.find((one) => one.projectId === projectId)?.name ?? projectId;
}

interface DraftActionsProps {
  readonly isChanged: boolean;
  readonly onDiscard: () => void;
  /** Settings other than thresholds have no history of their own. */
  readonly onHistory?: () => void;
}

/** A draft exists while its values differ from the live ones. */
export function DraftActions({ isChanged, onDiscard, onHistory }: DraftActionsProps) {
  return (
    <>
      {isChanged ? (
        <>
          <Chip tone="accent">draft</Chip>
          <Button variant="ghost" icon="undo" shortcut={pageKeys.workflows.discard} onClick={onDiscard}>
            Discard draft
          </Button>
        </>
      ) : null}
      {onHistory === undefined ? null : (
        <Button variant="ghost" icon="activity" shortcut={pageKeys.workflows.history} onClick={onHistory}>
          History
        </Button>
      )}
    </>
  );
}
