import { BatchList } from './batch-list.tsx';
import { DayList } from './day-list.tsx';
import { ListHead } from './list-head.tsx';
import type { SpendListsProps } from './list-props.ts';
import { WorkflowList } from './workflow-list.tsx';

/** The figures as rows: by workflow, by day, and the batches behind one of them. */
export function SpendLists(props: SpendListsProps) {
  const { costs, address, go } = props;
  const { tenant, workflow } = address;
  const workflowName =
    tenant === null || workflow === null ? null : (costs.workflows[`${tenant}/${workflow}`] ?? null);
  const head = <ListHead address={address} go={go} workflowName={workflowName} />;
  const List = lists[address.list];
  return <List {...props} head={head} />;
}

const lists = { workflows: WorkflowList, days: DayList, batches: BatchList } as const;
