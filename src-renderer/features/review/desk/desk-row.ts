import type { ReviewKey } from '#shared/contract/review/document.ts';

/** A row of the list, as far as the desk needs it. */
export interface DeskRow extends ReviewKey {
  readonly fileName: string | null;
  readonly tenantName?: string | null;
  readonly waitingSince?: string | null;
}
