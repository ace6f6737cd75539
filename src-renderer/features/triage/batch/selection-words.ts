import { grouped } from '#shared/domain/grouped-number.ts';

/** Where the selected documents are, each counted once. */
export interface WhereSelected {
  readonly selected: number;
  /** In the list, and not shown by what was typed into its filter. */
  readonly hiddenByFilter: number;
  /** Read already, and in another tab or group than the one that is shown. */
  readonly elsewhere: number;
  /** On pages that nobody has read: known by their ids alone, from a link or a plan. */
  readonly unread: number;
}

/** "31 selected, 4 not shown by this filter, 2 on pages not read": exactly what an action would reach. */
export function selectionWords({ selected, hiddenByFilter, elsewhere, unread }: WhereSelected): string {
  const parts = [`${grouped(selected)} selected`];
  if (hiddenByFilter > 0) parts.push(`${grouped(hiddenByFilter)} not shown by this filter`);
  if (elsewhere > 0) parts.push(`${grouped(elsewhere)} in other tabs or groups`);
  if (unread > 0) parts.push(`${grouped(unread)} on pages not read`);
  return parts.join(', ');
}

/** `hidden` and `notListed` as the table counts them; `isKnown` says whether a document was read in any list. */
export function whereSelected(
  selected: ReadonlySet<string>,
  listed: ReadonlySet<string>,
  hidden: number,
  isKnown: (documentId: string) => boolean,
): WhereSelected {
  let elsewhere = 0;
  let unread = 0;
  for (const id of selected) {
    if (listed.has(id)) continue;
    if (isKnown(id)) elsewhere += 1;
    else unread += 1;
  }
  return { selected: selected.size, hiddenByFilter: hidden, elsewhere, unread };
}
