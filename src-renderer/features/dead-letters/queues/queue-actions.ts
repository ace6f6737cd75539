import { useState } from 'react';
import type { MessageRow, Sample } from '#shared/contract/dead-letters.ts';
import { mostInPlan } from '#shared/domain/job-kinds/job-kind.ts';
import type { PlanTarget } from '#shared/domain/job-kinds/job-kinds.ts';
import { grouped } from '#shared/domain/formatting.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import type { Selection } from '#renderer/ui/data-table/use-row-selection.ts';
import { messages } from '../messages.ts';

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

/**
 * Returns the messages that the actions of a queue would reach, and starts each action: some open a dialog
 * first, others the plan.
 */
export function useQueueActions({ queue, sample, ...choice }: ActsOn): {
  readonly chosen: Chosen;
  readonly actions: QueueActions;
  readonly dialogs: Dialogs;
} {
  const planning = usePlanning();
  const dialogs = useDialogs();
  const chosen = findChosen(sample, choice);
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

type Shown =
  | { readonly kind: 'move' }
  | { readonly kind: 'edit'; readonly row: MessageRow }
  | { readonly kind: 'discard'; readonly rows: readonly MessageRow[] };

export interface Dialogs {
  /** The open dialog, or the one that is fading out and still needs its content. */
  readonly shown: Shown | null;
  readonly isOpen: boolean;
  readonly show: (shown: Shown) => void;
  readonly close: () => void;
}

function useDialogs(): Dialogs {
  const [shown, setShown] = useState<Shown | null>(null);
  const [opened, setOpened] = useState<Shown | null>(null);
  return {
    shown,
    isOpen: opened !== null,
    show(next) {
      setShown(next);
      setOpened(next);
    },
    // The answer of a dialog may come after it was closed. Then the one that is open by now stays.
    close: () => setOpened((now) => (now === shown ? null : now)),
  };
}

/**
 * The messages that an action would reach: the selection, or else the chosen group, or else the open message.
 */
export interface Chosen {
  readonly rows: readonly MessageRow[];
  readonly by: 'selection' | 'group' | 'message' | 'nothing';
  /** The fingerprint that all of them share, if they do. */
  readonly fingerprint: string | undefined;
}

interface Choice {
  readonly selected: Selection;
  readonly group: string | null;
  readonly message: string | null;
}

export function findChosen(
  sample: Pick<Sample, 'rows'> | null,
  { selected, group, message }: Choice,
): Chosen {
  const rows = sample?.rows ?? [];
  const picked = rows.filter(({ messageId }) => selected.has(messageId));
  if (picked.length > 0) return { rows: picked, by: 'selection', fingerprint: findOnlyGroup(picked) };
  const ofGroup = group === null ? [] : rows.filter(({ fingerprint }) => fingerprint === group);
  if (ofGroup.length > 0) return { rows: ofGroup, by: 'group', fingerprint: group ?? undefined };
  const opened = rows.filter(({ messageId }) => messageId === message);
  if (opened.length > 0) return { rows: opened, by: 'message', fingerprint: findOnlyGroup(opened) };
  return { rows: [], by: 'nothing', fingerprint: undefined };
}

/** Says why no plan can be made for these messages; undefined if one can. */
export function whyNotPlan({ rows, by }: Chosen): string | undefined {
  if (by === 'nothing') return messages.queue.chooseMessages;
  return rows.length > mostInPlan ? messages.queue.planLimit(grouped(mostInPlan)) : undefined;
}

/** Says why these messages cannot be edited. SQS cannot swap a body, so messages are edited one at a time. */
export function whyNotEdit({ rows, by }: Chosen): string | undefined {
  return by !== 'group' && rows.length === 1 ? undefined : messages.queue.chooseOne;
}

function findOnlyGroup(rows: readonly MessageRow[]): string | undefined {
  const groups = new Set(rows.map(({ fingerprint }) => fingerprint));
  const [first] = groups;
  return groups.size === 1 ? first : undefined;
}

export function toDiscardTarget(
  queue: string,
  rows: readonly Pick<MessageRow, 'messageId' | 'fingerprint'>[],
): PlanTarget {
  const [first, ...others] = new Set(rows.map(({ fingerprint }) => fingerprint));
  return {
    kind: 'discard-messages',
    queue,
    messageIds: rows.map(({ messageId }) => messageId),
    ...(first === undefined || others.length > 0 ? {} : { fingerprint: first }),
  };
}

/** Says why these messages cannot be discarded together; null if they can. */
export function whyNotThese(rows: readonly MessageRow[]): string | null {
  if (rows.length === 0) return messages.queue.noneSelected;
  return rows.length > mostInPlan ? messages.queue.planLimit(grouped(mostInPlan)) : null;
}

/** Lists the warnings to show beside the messages of a plan. */
export function listWarnings(
  rows: readonly Pick<MessageRow, 'sentBefore' | 'receives'>[],
): readonly string[] {
  const uncertain = rows.filter(({ sentBefore }) => sentBefore === 'uncertain').length;
  return uncertain === 0 ? [] : [messages.queue.maybeSentBefore(grouped(uncertain))];
}
