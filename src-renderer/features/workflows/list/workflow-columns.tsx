import { useMemo } from 'react';
import type { DataColumn } from '#renderer/ui/data-table/data-column.ts';
import { RelativeTime } from '#renderer/ui/relative-time/relative-time.tsx';
import { useNow } from '#renderer/ui/relative-time/use-now.ts';
import { pairWords } from '../threshold-words.ts';
import styles from './list.module.css';
import type { ListedWorkflow } from './listed-workflows.ts';
import { ThresholdBar } from './threshold-bar.tsx';

export function useWorkflowColumns(): readonly DataColumn<ListedWorkflow>[] {
  const now = useNow(30_000);
  return useMemo<readonly DataColumn<ListedWorkflow>[]>(
    () => [
      {
        id: 'project',
        title: 'Project',
        value: ({ project: { name, projectId } }) => name ?? projectId,
        cell: ({ project: { name, projectId }, isFirst }) => (
          <span className={isFirst ? styles.project : styles.again} title={projectId}>
            {name ?? projectId}
          </span>
        ),
        min: 112,
        sortable: true,
      },
      {
        id: 'name',
        title: 'Workflow',
        value: ({ workflow: { name, workflowId } }) => name ?? workflowId,
        cell: ({ workflow: { name, workflowId } }) => <span title={workflowId}>{name ?? workflowId}</span>,
        strong: true,
        min: 136,
        sortable: true,
        hideable: false,
      },
      {
        id: 'thresholds',
        title: 'Fails under, reviewed under',
        value: ({ workflow }) => workflow.reviewThreshold,
        text: ({ workflow }) => pairWords(workflow),
        cell: ({ workflow }) => <ThresholdBar workflow={workflow} />,
        min: 208,
        share: 1.4,
      },
      {
        id: 'fields',
        title: 'Fields',
        value: ({ workflow: { fields } }) => fields.length,
        align: 'end',
        width: 72,
        sortable: true,
      },
      {
        id: 'version',
        title: 'Version',
        value: ({ workflow: { version } }) => version,
        align: 'end',
        width: 80,
        sortable: true,
      },
      {
        id: 'updatedAt',
        title: 'Last change',
        value: ({ workflow: { updatedAt } }) => updatedAt,
        cell: ({ workflow: { updatedAt } }) =>
          updatedAt === null ? null : <RelativeTime at={Date.parse(updatedAt)} now={now} focusable={false} />,
        width: 128,
        sortable: true,
      },
    ],
    [now],
  );
}
