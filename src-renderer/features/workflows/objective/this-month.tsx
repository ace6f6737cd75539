import { useQuery } from '@tanstack/react-query';
import type { ObjectiveRow } from '#shared/contract/objectives.ts';
import type { WorkflowKey } from '#shared/contract/workflows.ts';
import { formatAllowance, formatLate, formatUncounted } from '#shared/domain/objective-words.ts';
import { toFailure } from '#renderer/contract/failure-text.ts';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { ObjectiveMonth } from '#renderer/ui/objective-month.tsx';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import { messages } from './objective-messages.ts';
import styles from './objective.module.css';

interface ThisMonthProps {
  readonly name: WorkflowKey;
  /** The workflow has an objective that is saved. */
  readonly isPromised: boolean;
}

/** Shows this month's batches against the saved objective. */
export function ThisMonth({ name, isPromised }: ThisMonthProps) {
  const { tenantId, projectId, workflowId } = name;
  const query = useQuery({
    ...operationOptions('monitor.objectives', { tenantId }),
    enabled: isPromised,
  });
  useShowReceipt('objectives', query.data?.receipt);
  if (!isPromised) return <p className={styles.more}>{messages.notSaved}</p>;
  if (query.error !== null) {
    return (
      <Note
        tone="warn"
        action={
          <Button size="sm" variant="ghost" onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      >
        {messages.notRead} {toFailure(query.error).message}
      </Note>
    );
  }
  if (query.data === undefined) return <p className={styles.more}>{messages.reading}</p>;
  const { rows, whyNot, trouble } = query.data.value;
  if (whyNot !== null) return <Note>{whyNot}</Note>;
  const row = rows.find((one) => one.projectId === projectId && one.workflowId === workflowId);
  if (row === undefined) return <Note tone="warn">{trouble ?? messages.notOffered}</Note>;
  return <MonthOfRow row={row} />;
}

function MonthOfRow({ row }: { readonly row: ObjectiveRow }) {
  const more = [formatAllowance(row), formatLate(row), formatUncounted(row)].filter((one) => one !== '');
  return (
    <>
      <ObjectiveMonth row={row} />
      <p className={styles.more}>{more.join(' ')}</p>
    </>
  );
}
