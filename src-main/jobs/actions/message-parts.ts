import type { ConnectionDoors } from '../../aws/connection-access.ts';
import type { SendClaimed } from '../../dead-letters/claims.ts';
import type { OpenLedgerLines } from '../../dead-letters/ledger-file.ts';
import type { HeldMessages } from '../../dead-letters/held-messages.ts';
import type { Ledgers } from '../../dead-letters/open-ledgers.ts';
import type { SeenItems } from '../job-action.ts';

/** What both kinds of jobs on messages stand on. */
export interface MessageParts {
  readonly home: string;
  readonly connectionId: string;
  readonly held: HeldMessages;
  readonly ledgers: Ledgers;
  readonly claimed: SendClaimed;
  readonly doors: () => ConnectionDoors;
  readonly now: () => number;
  readonly open: OpenLedgerLines;
  readonly sleep: (ms: number) => Promise<void>;
  readonly hasClosed: () => boolean;
}

export const nothingSeen: SeenItems = { documents: [], batches: [] };

/** Said as long as it is so, whatever the journal says. */
export const undeletedNote = 'It could not be deleted from this queue yet, and is not sent again.';
