import type { MessageRow, Sample } from '#shared/contract/dead-letters/messages.ts';
import { mostInPlan } from '#shared/contract/jobs/plans.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import type { Selection } from '#renderer/ui/data-table/selection.ts';

/** What an action would reach: what is selected, else the group that is chosen, else the message that is open. */
export interface Chosen {
  readonly rows: readonly MessageRow[];
  readonly by: 'selection' | 'group' | 'message' | 'nothing';
  /** Of the group where all of them are of one. */
  readonly fingerprint: string | undefined;
}

interface Choice {
  readonly selected: Selection;
  readonly group: string | null;
  readonly message: string | null;
}

export function chosenOf(sample: Pick<Sample, 'rows'> | null, { selected, group, message }: Choice): Chosen {
  const rows = sample?.rows ?? [];
  const picked = rows.filter(({ messageId }) => selected.has(messageId));
  if (picked.length > 0) return { rows: picked, by: 'selection', fingerprint: onlyGroup(picked) };
  const ofGroup = group === null ? [] : rows.filter(({ fingerprint }) => fingerprint === group);
  if (ofGroup.length > 0) return { rows: ofGroup, by: 'group', fingerprint: group ?? undefined };
  const opened = rows.filter(({ messageId }) => messageId === message);
  if (opened.length > 0) return { rows: opened, by: 'message', fingerprint: onlyGroup(opened) };
  return { rows: [], by: 'nothing', fingerprint: undefined };
}

/** Why these cannot be planned for; undefined where they can. */
export function whyNotPlan({ rows, by }: Chosen): string | undefined {
  if (by === 'nothing') return 'Select messages by their boxes or with X, or choose a group.';
  return rows.length > mostInPlan ? `A plan takes ${grouped(mostInPlan)} messages at most.` : undefined;
}

/** Why none of these is edited: SQS has no place to swap a body, so it is done for one at a time. */
export function whyNotEdit({ rows, by }: Chosen): string | undefined {
  return by !== 'group' && rows.length === 1 ? undefined : 'Select the one message that is to be edited.';
}

function onlyGroup(rows: readonly MessageRow[]): string | undefined {
  const groups = new Set(rows.map(({ fingerprint }) => fingerprint));
  const [first] = groups;
  return groups.size === 1 ? first : undefined;
}
