import type { Failure } from '#shared/contract/result.ts';
import type { Edit, Filing, ReviewDocument, ReviewKey } from '#shared/contract/review-document.ts';
import type { Edits, Place } from '#shared/domain/review/draft-rules.ts';
import type { NoneLeft } from './handed-out.ts';
import type { OpenDocument, Taken } from './open-desk.ts';
import type { Sent } from './sent-decisions.ts';

export type OnDesk = Omit<OpenDocument, 'focused'>;

export interface FlowState {
  /** Undefined while nothing is open or nothing is left. */
  readonly open: OnDesk | undefined;
  /** The reason why the open document cannot be changed. */
  readonly whyNot: string | null;
  readonly unclear: { readonly message: string; readonly isAsking: boolean } | null;
  readonly nothingLeft: boolean;
  /** The next document is being asked for. */
  readonly isFinding: boolean;
  /** Why no document is free, as the pipeline API counted it. */
  readonly noneLeft: NoneLeft | null;
  /** The document that another person had, where the desk went on to the next one. */
  readonly taken: Taken | null;
  /** The sent decisions, oldest first, without the one for the open document. */
  readonly sent: readonly Sent[];
  readonly upcoming: readonly DeskRow[];
  /** How many documents follow the open one. */
  readonly left: number;
  /** The documents that are drawn ahead, in their order. */
  readonly next: readonly ReviewKey[];
  /** Documents that are already read, including the open one. */
  readonly ahead: readonly ReviewDocument[];
  /** The reason why a draft could not be saved on this machine. */
  readonly draftFailure: Failure | undefined;
}

/** The logic of the desk without its looks: the open document, the sent decisions and their outcomes. */
export interface ReviewFlow {
  readonly subscribe: (listener: () => void) => () => void;
  readonly read: () => FlowState;
  /**
   * The focused place. It is separate from the state, because it changes with every key and concerns only two panes.
   */
  readonly focused: () => Place | null;
  /** Replaces the receiver of the events. */
  readonly tellTo: (events: FlowEvents) => void;
  /**
   * Follows the list, and the document that the address names. `isOffered`: the person asked for work and not for this
   * document, so it is left for the next one if a colleague has it.
   */
  readonly follow: (rows: readonly DeskRow[], key: ReviewKey, isOffered?: boolean) => void;
  /** Closes the open document. Decisions that were sent continue. `isPageOver`: the page will hear no further answer. */
  readonly leave: (isPageOver?: boolean) => void;
  /** Null returns to the list. */
  readonly go: (key: ReviewKey | null) => void;
  readonly readAgain: () => void;

  readonly edit: (place: Place, edit: Edit | null) => void;
  /** Replaces all edits in one step, as when lines are arranged. */
  readonly replaceEdits: (edits: Edits) => void;
  readonly comment: (text: string) => void;
  readonly focus: (place: Place | null) => void;
  readonly focusNext: () => void;

  /**
   * Approves, or saves the result of a check. Where places are undecided or rules fail, the first call only warns. A
   * rule that stops the approval needs a reason.
   */
  readonly decide: (reasonAgainstRules?: string) => void;
  readonly reject: (reason: string) => void;
  readonly handOver: (to: string, note: string | null) => void;
  /** Files the pages as new documents, which cannot be taken back. */
  readonly file: (filing: Filing, reason: string) => void;
  /** For an hour, or until a time in milliseconds since 1970. */
  readonly postpone: (until?: number) => void;
  readonly undo: (key?: ReviewKey) => boolean;
  readonly askAgain: () => void;
  readonly tryClaim: () => void;
  readonly takeNext: () => void;
  readonly keepMine: (edits: Edits) => void;
  readonly leaveRace: () => void;

  /** Called on any activity of the user. */
  readonly touched: () => void;
  readonly seen: (visible: boolean) => void;
  readonly linkUp: () => void;
  readonly flush: () => void;
}

export interface FlowEvents {
  readonly onOpen: (key: ReviewKey | null) => void;
  /** The decision succeeded, and the document now has this version. */
  readonly onDone: (sent: Sent, version: number) => void;
  readonly onUndone: (sent: Pick<Sent, 'key' | 'kind' | 'fileName'>) => void;
  /** The decision failed, and its document is not on the desk. */
  readonly onStuck: (sent: Sent) => void;
}

/** The columns of a queue row that the desk needs. */
export interface DeskRow extends ReviewKey {
  readonly fileName: string | null;
  readonly tenantName?: string | null;
  readonly waitingSince?: string | null;
  /** The hours after which it is due, if its workflow says so. */
  readonly dueHours?: number;
}

/** Returns a key for maps, one per document. */
export function documentId({ tenantId, batchId, documentId: document }: ReviewKey): string {
  return `${tenantId} ${batchId} ${document}`;
}

/** Removes every other column, because inputs are validated strictly. */
export function pickKey({ tenantId, projectId, batchId, documentId: document }: ReviewKey): ReviewKey {
  return { tenantId, projectId, batchId, documentId: document };
}
