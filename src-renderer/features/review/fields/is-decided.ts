import type { Edit } from '#shared/contract/review/decisions.ts';

/** A field that was emptied is not: it has a value, or nobody can read it. As the draft's rules have it. */
export function isDecided(edit: Edit | undefined): edit is Edit {
  return edit !== undefined && (edit.kind !== 'value' || edit.value.trim() !== '');
}
