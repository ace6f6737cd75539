import type { Failure } from '#shared/contract/result.ts';
import type { Edit, ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import type { Edits, Place } from '#shared/domain/review/draft-rules.ts';
import type { OpenDocument } from './open-desk.ts';
import type { Sent } from './sent-decisions.ts';

export type OnDesk = Omit<OpenDocument, 'focused'>;

export interface FlowState {
  /** Undefined: nothing is open, or nothing is left. */
  readonly open: OnDesk | undefined;
  /** Why the open one cannot be changed. */
  readonly whyNot: string | null;
  readonly unclear: { readonly message: string; readonly isAsking: boolean } | null;
  readonly nothingLeft: boolean;
  /** What was sent, the oldest first, without the one that is open. */
  readonly sent: readonly Sent[];
  readonly upcoming: readonly DeskRow[];
  /** How many come after the open one. */
  readonly left: number;
  /** Read already, the open one among them. */
  readonly ahead: readonly ReviewDocument[];
  /** Why what is typed is not kept on this machine. */
  readonly draftFailure: Failure | undefined;
}

/** The desk without its looks: what is open, what was sent, and what becomes of it. */
export interface ReviewFlow {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => FlowState;
  /** What the keyboard is on; apart, since it changes with every key and concerns two panes alone. */
  readonly focused: () => Place | null;
  /** Who is told from now on. */
  readonly tellTo: (events: FlowEvents) => void;
  /** The list as it is now, and which of it the address says is open. */
  readonly follow: (rows: readonly DeskRow[], key: ReviewKey) => void;
  /** Nothing is open any more; what was sent goes on. */
  readonly leave: () => void;
  /** Null: back to the list. */
  readonly go: (key: ReviewKey | null) => void;
  readonly readAgain: () => void;

  readonly edit: (place: Place, edit: Edit | null) => void;
  readonly comment: (text: string) => void;
  readonly focus: (place: Place | null) => void;
  readonly focusNext: () => void;

  /** Approves, or notes what a check has found. Where places are left, the first time only says so. */
  readonly decide: () => void;
  readonly reject: (reason: string) => void;
  readonly handOver: (to: string, note: string | null) => void;
  readonly postpone: () => void;
  readonly undo: (key?: ReviewKey) => boolean;
  readonly askAgain: () => void;
  readonly tryClaim: () => void;
  readonly takeNext: () => void;
  readonly keepMine: (edits: Edits) => void;
  readonly leaveRace: () => void;

  /** Somebody is there. */
  readonly touched: () => void;
  readonly seen: (visible: boolean) => void;
  readonly linkUp: () => void;
  readonly flush: () => void;
}

export interface FlowEvents {
  readonly onOpen: (key: ReviewKey | null) => void;
  /** It came through, and made the document this version. */
  readonly onDone: (sent: Sent, version: number) => void;
  readonly onUndone: (sent: Pick<Sent, 'key' | 'kind' | 'fileName'>) => void;
  /** It did not come through, and is not on the desk. */
  readonly onStuck: (sent: Sent) => void;
}

/** A row of the list, as far as the desk needs it. */
export interface DeskRow extends ReviewKey {
  readonly fileName: string | null;
  readonly tenantName?: string | null;
  readonly waitingSince?: string | null;
}

/** One text for one document, to look it up by. */
export function documentId({ tenantId, batchId, documentId: document }: ReviewKey): string {
  return `${tenantId} ${batchId} ${document}`;
}

/** Without whatever else a row or a document has: inputs are strict. */
export function onlyKey({ tenantId, projectId, batchId, documentId: document }: ReviewKey): ReviewKey {
  return { tenantId, projectId, batchId, documentId: document };
}
