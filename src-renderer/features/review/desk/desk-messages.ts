import type { ReviewDocument } from '#shared/contract/review-document.ts';
import { counted } from '#shared/domain/formatting.ts';
import {
  arrangeLines,
  listCorrections,
  placesToDecide,
  undecided,
  type Edits,
  type ReviewMode,
} from '#shared/domain/review/draft-rules.ts';
import { findFailures } from '#shared/domain/review/choose-reading.ts';
import { listAgainstApproval, listStops } from '#shared/domain/review/rules.ts';
import { ruleMessages } from '../fields/rule-messages.ts';
import { formatTimeSpan, utcClock } from '#renderer/ui/relative-time.tsx';
import { formatNameFirst } from '../decide/decision-messages.ts';
import { formatCount } from '../queue/queue-messages.ts';
import type { ReviewQueue } from '../queue/use-review-queue.ts';
import type { DeskRow } from './flow/flow-state.ts';
import type { NoneLeft } from './flow/handed-out.ts';
import type { Taken } from './flow/open-desk.ts';

/** Formats "184", or "184+" where there may be more than was counted. */
export function formatLeft(mode: ReviewMode, said: ReviewQueue['said'], rowsLeft: number): string {
  if (mode === 'check') return formatCount(rowsLeft, true);
  return said === undefined ? formatCount(rowsLeft, false) : formatCount(said.waiting, said.waitingExact);
}

/** "1 of 3 flagged fields decided". */
export function describeProgress(document: ReviewDocument, edits: Edits, mode: ReviewMode): string {
  const all = placesToDecide(arrangeLines(document, edits), mode).length;
  const done = all - undecided(document, edits, mode).length;
  if (all === 0) return mode === 'check' ? 'Nothing to check' : 'No flagged fields';
  if (mode === 'check') return `${done} of ${all} checked`;
  return `${done} of ${all} flagged ${all === 1 ? 'field' : 'fields'} decided`;
}

/** The short form of the progress: "1 of 3 decided". */
export function formatProgress(document: ReviewDocument, edits: Edits, mode: ReviewMode): string {
  const all = placesToDecide(arrangeLines(document, edits), mode).length;
  const done = all - undecided(document, edits, mode).length;
  if (all === 0) return mode === 'check' ? 'nothing to check' : 'none flagged';
  return `${done} of ${all} ${mode === 'check' ? 'checked' : 'decided'}`;
}

export function namePrimaryAction(
  document: ReviewDocument | undefined,
  edits: Edits,
  mode: ReviewMode,
  isLast: boolean,
): string {
  const and = isLast ? '' : mode === 'check' ? ', next' : ' and next';
  if (mode === 'review') return `Approve${and}`;
  const found = document === undefined ? 0 : listCorrections(document, edits).length;
  if (found === 0) return `Nothing wrong${and}`;
  return `Note ${counted(found, 'finding')}${and}`;
}

/** Warns about undecided places before the user approves anyway. */
export function describeUndecided(count: number, mode: ReviewMode): string {
  const fields = counted(count, 'field');
  if (mode === 'check') {
    return `${fields} not checked. Press again to count the rest as right.`;
  }
  return `${fields} undecided. Press again to approve unchanged.`;
}

/** Says what is undecided and which rules fail before the user approves anyway. */
export function describeWarning(document: ReviewDocument, edits: Edits, mode: ReviewMode): string {
  const left = undecided(document, edits, mode).length;
  const against = mode === 'check' ? [] : listAgainstApproval(findFailures(document, edits));
  const [first] = against;
  if (first === undefined) return describeUndecided(left, mode);
  const open = left === 0 ? '' : `${counted(left, 'field')} undecided. `;
  const { warned, pressAgain, pressForReason } = ruleMessages;
  const next = listStops(against).length > 0 ? pressForReason : pressAgain;
  return `${open}${warned(first.says, against.length - 1)} ${next}`;
}

/** "3 held by colleagues, 1 handed over to others." */
export function describeNoneLeft({ held, handedOver, fourEyes, isAll }: NoneLeft): string {
  const parts = [
    held === 0 ? '' : `${counted(held, 'document')} held by colleagues`,
    handedOver === 0 ? '' : `${String(handedOver)} handed over to others`,
    fourEyes === 0 ? '' : `${String(fourEyes)} waiting for another reviewer after you`,
  ].filter((part) => part !== '');
  const says = parts.length === 0 ? 'No document is free.' : `No document is free: ${parts.join(', ')}.`;
  return isAll ? says : `${says} Not all documents were looked at; choose a tenant or a workflow.`;
}

/** "inv-0409.pdf: Noor approved it at 14:02 UTC. This is the next one." */
export function describeTaken({ fileName, by, decided, key }: Taken, nameOf: (id: string) => string): string {
  const name = fileName ?? key.documentId;
  const who = by === null ? 'Another reviewer' : formatNameFirst(by, nameOf);
  if (decided === null) return `${name}: ${who} holds it now. This is the next one.`;
  const when = utcClock(decided.at);
  const did =
    decided.decision === 'reject'
      ? 'rejected it'
      : decided.decision === 'approve'
        ? 'approved it'
        : 'decided it';
  return `${name}: ${who} ${did}${when === null ? '' : ` at ${when}`}. This is the next one.`;
}

interface TimeLeft {
  readonly words: string;
  readonly isPressing: boolean;
}

/** Says when a row is due: "18 min left", "2 h overdue". */
export function describeTimeLeft(
  { waitingSince }: DeskRow,
  dueHours: number,
  now: number,
): TimeLeft | undefined {
  const since = Date.parse(waitingSince ?? '');
  if (Number.isNaN(since)) return undefined;
  const left = since + dueHours * hourMs - now;
  if (left < 0) return { words: `${roughly(-left)} overdue`, isPressing: true };
  return { words: `${roughly(left)} left`, isPressing: left < pressingMs };
}

/** "07:46". */
export function formatClock(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  return [Math.floor(seconds / 60), seconds % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

/** The narrow card has room for one unit only. */
function roughly(ms: number): string {
  if (ms >= 2 * dayMs) return `${Math.floor(ms / dayMs)} d`;
  return ms >= 2 * hourMs ? `${Math.floor(ms / hourMs)} h` : formatTimeSpan(ms);
}

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const pressingMs = 30 * 60_000;
