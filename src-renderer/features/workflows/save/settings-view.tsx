import type { ReactNode, RefObject } from 'react';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { View } from '#renderer/ui/pane.tsx';
import { DraftActions, WorkflowHead } from '../draft/draft-desk.tsx';
import type { WorkflowDeskProps } from '../open-workflow.tsx';
import saveStyles from './save.module.css';

interface SettingsViewProps extends Pick<WorkflowDeskProps, 'name' | 'workflow' | 'address' | 'foot' | 'go'> {
  readonly isDraft: boolean;
  readonly onDiscard: () => void;
  readonly formRef: RefObject<HTMLFormElement | null>;
  readonly children: ReactNode;
  /** Shows what would change, and saves it. */
  readonly side: ReactNode;
}

/** Lays out the settings of a workflow beside what would change, with the keys to save, to discard and to go back. */
export function SettingsView(props: SettingsViewProps) {
  const { name, workflow, address, foot, go, isDraft, onDiscard, formRef, children, side } = props;
  const toList = () => go({ project: null, workflow: null, part: null });
  usePageKeys(pageKeys.workflows, {
    save: () => formRef.current?.requestSubmit(),
    back: toList,
    discard: isDraft ? onDiscard : undefined,
  });
  return (
    <View
      head={
        <WorkflowHead
          name={name}
          workflow={workflow}
          part={address.part}
          onPart={(part) => go({ part }, 'replace')}
          onList={toList}
          actions={<DraftActions isChanged={isDraft} onDiscard={onDiscard} />}
        />
      }
      foot={foot}
    >
      <div className={saveStyles.desk}>
        <div className={saveStyles.panes}>
          <div ref={makeScrollReachable} className={saveStyles.middle}>
            {children}
          </div>
          {side}
        </div>
      </div>
    </View>
  );
}
