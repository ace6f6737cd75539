import type { Sample } from '#shared/contract/dead-letters/messages.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import type { Selection } from '#renderer/ui/data-table/selection.ts';
import { chosenOf } from './chosen-messages.ts';
import type { Chosen } from './chosen-messages.ts';
import { useDialogs } from './use-dialogs.ts';
import type { Dialogs } from './use-dialogs.ts';

export interface QueueActions {
  readonly moveAll: () => void;
  readonly redrive: () => void;
  readonly edit: () => void;
  readonly discard: () => void;
}

interface ActsOn {
  readonly queue: string;
  readonly sample: Sample | null;
  readonly selected: Selection;
  readonly group: string | null;
  readonly message: string | null;
}

/** What the actions of a queue reach, and where each leads: to a dialog first, or to the plan at once. */
export function useQueueActions({ queue, sample, ...choice }: ActsOn): {
  readonly chosen: Chosen;
  readonly actions: QueueActions;
  readonly dialogs: Dialogs;
} {
  const planning = usePlanning();
  const dialogs = useDialogs();
  const chosen = chosenOf(sample, choice);
  const { rows, fingerprint } = chosen;
  return {
    chosen,
    dialogs,
    actions: {
      moveAll: () => dialogs.show({ kind: 'move' }),
      redrive: () =>
        planning.plan({
          kind: 'redrive-messages',
          queue,
          messageIds: rows.map(({ messageId }) => messageId),
          ...(fingerprint === undefined ? {} : { fingerprint }),
        }),
      edit: () => {
        const [row] = rows;
        if (row !== undefined) dialogs.show({ kind: 'edit', row });
      },
      discard: () => dialogs.show({ kind: 'discard', rows }),
    },
  };
}
