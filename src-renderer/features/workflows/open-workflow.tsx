import { useQuery } from '@tanstack/react-query';
import { useRef, type ReactNode } from 'react';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { View } from '#renderer/ui/pane.tsx';
import { SkeletonRows } from '#renderer/ui/skeleton.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type { Failure } from '#shared/contract/result.ts';
import type { WorkflowKey } from '#shared/contract/workflows.ts';
import { maySaveThresholds } from '#shared/permissions.ts';
import { DraftDesk, WorkflowHead } from './draft/draft-desk.tsx';
import { History } from './history/history-pane.tsx';
import { useHistory, useNames } from './history/workflow-history.ts';
import { messages } from './messages.ts';
import { ObjectiveDesk } from './objective/objective-desk.tsx';
import { ReviewDesk } from './review/review-settings.tsx';
import { useSave } from './save/use-save.ts';
import { WorkflowsFailure } from './workflows-failure.tsx';
import type { WorkflowsPageProps } from './workflows-page.tsx';

interface OpenWorkflowProps extends WorkflowsPageProps {
  readonly name: WorkflowKey;
  readonly foot: ReactNode;
}

/** Reads a workflow by its key once. Nothing reads it again automatically. */
export function OpenWorkflow(props: OpenWorkflowProps) {
  const { name, foot, go } = props;
  const query = useQuery(operationOptions('workflows.read', name));
  const { tenantId } = name;
  const tenant = useQuery(operationOptions('tenants.read', { tenantId }));
  useShowReceipt('workflow', query.data?.receipt);
  useShowReceipt('tenant', tenant.data?.receipt);
  if (query.data !== undefined) {
    return (
      <WorkflowDesk
        {...props}
        workflow={query.data.value}
        failure={query.error === null ? undefined : toFailure(query.error)}
        onReadAgain={() => void query.refetch()}
      />
    );
  }
  return (
    <View
      head={<WorkflowHead name={name} workflow={null} onList={() => go({ project: null, workflow: null })} />}
      foot={foot}
    >
      {query.error === null ? (
        <SkeletonRows rows={6} label="Reading the workflow" />
      ) : (
        <WorkflowsFailure
          failure={toFailure(query.error)}
          title={messages.page.notRead}
          notDone={messages.page.nothingChanged}
          onRetry={() => void query.refetch()}
          retrying={query.isFetching}
        />
      )}
    </View>
  );
}

export interface WorkflowDeskProps extends OpenWorkflowProps {
  readonly workflow: Workflow;
  /** The failure of reading it again. */
  readonly failure: Failure | undefined;
  readonly onReadAgain: () => void;
}

/** Contains everything that does not depend on the draft, so that a moving handle does not draw it again. */
function WorkflowDesk(props: WorkflowDeskProps) {
  const { name, workflow, onReadAgain } = props;
  const person = usePersonHere((one) => maySaveThresholds(one, name.tenantId));
  const saving = useSave();
  const reading = useHistory(name);
  const actors = reading.events.flatMap(({ actor }) => actor ?? []);
  const nameOf = useNames(name.tenantId, actors, person.personas);
  const section = useRef<HTMLElement>(null);
  if (props.address.part === 'review') return <ReviewDesk {...props} person={person} nameOf={nameOf} />;
  if (props.address.part === 'objective') return <ObjectiveDesk {...props} person={person} nameOf={nameOf} />;
  return (
    <DraftDesk
      {...props}
      person={person}
      saving={saving}
      nameOf={nameOf}
      toHistory={() => {
        section.current?.focus({ preventScroll: true });
        section.current?.scrollIntoView({ block: 'start' });
      }}
      history={
        <History
          sectionRef={section}
          workflow={workflow}
          reading={reading}
          nameOf={nameOf}
          person={person}
          saving={saving}
          onReadAgain={onReadAgain}
        />
      }
    />
  );
}
