import type { ReactNode } from 'react';
import { Button } from '#renderer/ui/button/button.tsx';
import { View } from '#renderer/ui/pane/view.tsx';
import { makeScrollReachable } from '#renderer/ui/scroll/make-scroll-reachable.ts';
import { StaleNote } from '#renderer/ui/states/stale-note.tsx';
import { DraftActions } from './draft-actions.tsx';
import { ThresholdEditor } from './editor/threshold-editor.tsx';
import { OvertakenDialog } from './save/overtaken-dialog.tsx';
import { SaveSide } from './save/save-side.tsx';
import type { Saving } from './save/use-save.ts';
import { useDesk } from './use-desk.ts';
import type { Person } from './use-person.ts';
import type { WorkflowDeskProps } from './workflow-desk.tsx';
import { WorkflowHead } from './workflow-head.tsx';
import styles from './workflow-page.module.css';

export interface DraftDeskProps extends WorkflowDeskProps {
  readonly person: Person;
  readonly saving: Saving;
  readonly nameOf: (id: string) => string;
  readonly history: ReactNode;
  readonly toHistory: () => void;
}

/** What it says now and could say, who changed it, and beside that what would be saved. */
export function DraftDesk(props: DraftDeskProps) {
  const { name, workflow, failure, onReadAgain, foot, onActAs, onOpenBatch } = props;
  const { person, saving, nameOf, history, toHistory } = props;
  const { draft, isChanged, discard, move, saying, form, whyNot, toList, settle } = useDesk(props);
  return (
    <View
      head={
        <WorkflowHead
          name={name}
          workflow={workflow}
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
                showing="What was read before is shown."
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
