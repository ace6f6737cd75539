import { useQueryClient } from '@tanstack/react-query';
import { documentKey } from '#renderer/contract/changes-provider.tsx';
import { usePlanning } from '#renderer/contract/planning.ts';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { useToast } from '#renderer/ui/toast.tsx';
import type { QueueRow } from '#shared/contract/review.ts';
import { counted } from '#shared/domain/formatting.ts';
import { whyNotRunJobs } from '#shared/permissions.ts';
import type { ReviewAddress } from '../address.ts';
import { PostponeDialog } from '../decide/postpone-dialog.tsx';
import { messages } from '../messages.ts';
import { formatDocumentName } from './queue-messages.ts';
import type { People } from './use-people.ts';
import { deskOptions } from './use-review-queue.ts';
import { useState, type ReactNode } from 'react';

interface ApproveSelectedProps {
  readonly rows: readonly QueueRow[];
  readonly people: Pick<People, 'me' | 'whyReadOnly'>;
}

const mostSelected = 500;

/** Plans the selected documents. The plan says why each other one is left out, before anything is approved. */
export function ApproveSelected({ rows, people }: ApproveSelectedProps) {
  const planning = usePlanning();
  const tooMany = rows.length > mostSelected ? messages.approve.tooMany : undefined;
  return (
    <Button
      size="sm"
      variant="primary"
      icon="check"
      disabled={whyNotApprove(people) ?? tooMany ?? false}
      onClick={() =>
        planning.plan({
          kind: 'approve-documents',
          of: {
            is: 'documents',
            documents: rows.map(({ tenantId, projectId, batchId, documentId }) => ({
              tenantId,
              projectId,
              batchId,
              documentId,
            })),
          },
        })
      }
    >
      {messages.approve.selected(counted(rows.length, 'document'))}
    </Button>
  );
}

interface ApproveMatchingProps {
  readonly address: ReviewAddress;
  readonly people: Pick<People, 'me' | 'whyReadOnly'>;
}

/** Plans all documents of the queue that match its filters, also those that are not loaded here. */
export function ApproveMatching({ address, people }: ApproveMatchingProps) {
  const planning = usePlanning();
  const { tenant, workflow, reasons, olderThanMinutes, amountFrom, amountTo } = address;
  return (
    <Button
      size="sm"
      icon="check"
      disabled={whyNotApprove(people) ?? false}
      onClick={() =>
        planning.plan({
          kind: 'approve-documents',
          of: {
            is: 'matching',
            ...(tenant !== null && { tenantId: tenant }),
            ...(workflow !== null && { workflowId: workflow }),
            ...(reasons.length > 0 && { reasons: [...reasons] }),
            ...(olderThanMinutes !== null && { olderThanMinutes }),
            ...(amountFrom !== null && { amountFrom }),
            ...(amountTo !== null && { amountTo }),
          },
        })
      }
    >
      {messages.approve.matching}
    </Button>
  );
}

function whyNotApprove({ me, whyReadOnly }: Pick<People, 'me' | 'whyReadOnly'>): string | undefined {
  return whyReadOnly ?? whyNotRunJobs(me, 'approve-documents') ?? undefined;
}

const hourMs = 3_600_000;
const { postpone, postponeUntil } = pageKeys.review;

interface PostponeRows {
  /** Asks until when these rows are postponed. */
  readonly ask: () => void;
  readonly dialog: ReactNode;
}

/**
 * Postpones rows of the list with the keys of the desk: the selected ones, or the active one. Only this person's own
 * list changes, so it can be taken back at any time.
 */
export function usePostponeRows(rows: readonly QueueRow[]): PostponeRows {
  const client = useQueryClient();
  const toasts = useToast();
  const command = useCommand('review.postpone');
  const [asked, setAsked] = useState<readonly QueueRow[]>([]);

  async function setTime(of: readonly QueueRow[], time: number | null): Promise<readonly QueueRow[]> {
    const until = time === null ? null : new Date(time).toISOString();
    const done: QueueRow[] = [];
    for (const row of of) {
      const { tenantId, projectId, batchId, documentId, fileName } = row;
      const result = await command.run({ tenantId, projectId, batchId, documentId, fileName, until });
      // Its failure is told by a notice of its own.
      if (!result.ok) break;
      done.push(row);
    }
    await client.invalidateQueries({ queryKey: deskOptions.queryKey });
    return done;
  }

  async function postponeUntilTime(of: readonly QueueRow[], time: number): Promise<void> {
    const done = await setTime(of, time);
    const [first] = done;
    if (first === undefined) return;
    const name = done.length === 1 ? formatDocumentName(first) : counted(done.length, 'document');
    toasts.show({
      id: `postponed ${documentKey(first)}`,
      message: messages.queue.postponed(name),
      action: {
        label: messages.common.undo,
        shortcut: pageKeys.review.undo,
        onAction: () => void setTime(done, null),
      },
    });
  }

  usePageKeys(
    { postpone, postponeUntil },
    rows.length === 0
      ? {}
      : {
          postpone: () => void postponeUntilTime(rows, Date.now() + hourMs),
          postponeUntil: () => setAsked(rows),
        },
  );
  const [first] = asked;
  const name = asked.length > 1 ? counted(asked.length, 'document') : first && formatDocumentName(first);
  return {
    ask: () => setAsked(rows),
    dialog: (
      <PostponeDialog
        open={first !== undefined}
        fileName={name ?? null}
        onClose={() => setAsked([])}
        onPostpone={(time) => {
          setAsked([]);
          void postponeUntilTime(asked, time);
        }}
      />
    ),
  };
}

/** Postpones the selected rows. */
export function PostponeSelected({ onAsk }: { readonly onAsk: () => void }) {
  return (
    <Button size="sm" icon="pause" shortcut={postponeUntil} onClick={onAsk}>
      {messages.queue.postpone}
    </Button>
  );
}
