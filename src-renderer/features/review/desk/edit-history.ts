import { useCallback, useLayoutEffect, useRef } from 'react';
import { linesPlace, type Edit } from '#shared/contract/review-document.ts';
import {
  arrangeLines,
  cellPlace,
  editAt,
  toCellPlace,
  type Edits,
  type Place,
} from '#shared/domain/review/draft-rules.ts';
import { documentId, type FlowState, type ReviewFlow } from './flow/flow-state.ts';
import type { Sent } from './flow/sent-decisions.ts';

/** The change that leads from one state of the edits to another. */
export interface EditChange {
  readonly place: Place;
  /** Null removes the edit. */
  readonly edit: Edit | null;
}

/** Remembers the states of a document's edits, so that a change can be taken back and done again. */
export interface EditHistory {
  /** Notes the edits as they are now. Called after every change, whatever has made it. */
  readonly note: (edits: Edits, now: number) => void;
  /** Returns the changes to the state before, or undefined if this person has changed nothing. */
  readonly takeBack: () => readonly EditChange[] | undefined;
  readonly doAgain: () => readonly EditChange[] | undefined;
}

/** Typing without a pause is one change. */
const pauseMs = 1_000;
/** A history of this length goes back further than a person remembers. */
const longest = 500;

export function createEditHistory(first: Edits): EditHistory {
  let now = first;
  let before: readonly Edits[] = [];
  let after: readonly Edits[] = [];
  /** The state that this history has asked for, which is no new change when it arrives. */
  let expected: Edits | undefined;
  let typing: { readonly place: Place; readonly at: number } | undefined;

  function go(to: Edits): readonly EditChange[] {
    const changes = listChanges(now, to);
    typing = undefined;
    expected = to;
    now = to;
    return changes;
  }

  return {
    note(edits, at) {
      const isExpected = expected !== undefined && listChanges(edits, expected).length === 0;
      expected = undefined;
      const changes = listChanges(now, edits);
      if (isExpected || changes.length === 0) return;
      const place = findTypedPlace(now, changes);
      const isTyping = typing?.place === place && at - (typing?.at ?? 0) < pauseMs;
      const goesOn =
        place !== undefined && (isTyping || isRewritten(editAt(now, place), editAt(edits, place)));
      if (!goesOn) before = [...before, now].slice(-longest);
      typing = place === undefined ? undefined : { place, at };
      after = [];
      now = edits;
    },
    takeBack() {
      const to = before.at(-1);
      if (to === undefined) return undefined;
      before = before.slice(0, -1);
      after = [...after, now];
      return go(to);
    },
    doAgain() {
      const to = after.at(-1);
      if (to === undefined) return undefined;
      after = after.slice(0, -1);
      before = [...before, now];
      return go(to);
    },
  };
}

function listChanges(from: Edits, to: Edits): readonly EditChange[] {
  const places = [...new Set([...Object.keys(from), ...Object.keys(to)])];
  return places.flatMap((place): EditChange[] => {
    const [was, is] = [editAt(from, place), editAt(to, place)];
    return isSameEdit(was, is) ? [] : [{ place, edit: is ?? null }];
  });
}

function isSameEdit(one: Edit | undefined, other: Edit | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Says whether a typed value was only written as the document writes it, which is no change of its own. */
function isRewritten(one: Edit | undefined, other: Edit | undefined): boolean {
  if (one?.kind !== 'value' || other?.kind !== 'value') return false;
  const digits = listDigits(one.value);
  return digits !== '' && digits === listDigits(other.value);
}

function listDigits(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** Returns the place if the only change is another typed text in it. */
function findTypedPlace(before: Edits, changes: readonly EditChange[]): Place | undefined {
  const [change] = changes;
  if (change === undefined || changes.length > 1 || change.edit?.kind !== 'value') return undefined;
  if (change.edit.takenFrom !== undefined) return undefined;
  const was = editAt(before, change.place);
  return was === undefined || was.kind === 'value' ? change.place : undefined;
}

interface Parts {
  readonly flow: ReviewFlow;
  readonly state: FlowState;
  /** Asks for the reason of a rejection again. */
  readonly onReject: () => void;
}

/**
 * Takes back the last thing that this person did, and does it again: first the changes of the open document, then the
 * decision before it, while that is held. Whatever changes the edits is one step, so nothing has to report to it.
 */
export function useTakingBack({ flow, state, onReject }: Parts) {
  const kept = useRef<Kept>(undefined);
  const undone = useRef<Sent>(undefined);
  const { open, whyNot, sent } = state;
  const id = open?.document === undefined ? undefined : documentId(open.key);
  const { edits, intentKey } = open ?? {};
  useLayoutEffect(() => {
    if (id === undefined || edits === undefined || intentKey === undefined) return;
    kept.current = followEdits(kept.current, { id, edits, intentKey }, performance.now());
  }, [id, edits, intentKey]);

  const takeBack = useCallback((): void => {
    if (step((history) => history.takeBack(), { kept: kept.current, id, whyNot, flow })) return;
    const last = sent.findLast(({ phase, canUndo }) => canUndo && (phase === 'held' || phase === 'sending'));
    if (last !== undefined && flow.undo(last.key)) undone.current = last;
  }, [flow, id, whyNot, sent]);
  const doAgain = useCallback((): void => {
    if (step((history) => history.doAgain(), { kept: kept.current, id, whyNot, flow })) return;
    const before = undone.current;
    if (before === undefined || id !== documentId(before.key) || whyNot !== null) return;
    repeatDecision(before, flow, onReject);
  }, [flow, id, whyNot, onReject]);
  return { takeBack, doAgain };
}

/** A rejection asks for its reason again, and a postponement lasts until the time that was chosen before. */
export function repeatDecision(
  { kind, postponedUntil }: Pick<Sent, 'kind' | 'postponedUntil'>,
  flow: Pick<ReviewFlow, 'decide' | 'postpone'>,
  onReject: () => void,
): void {
  if (kind === 'reject') onReject();
  else if (kind === 'postpone') flow.postpone(postponedUntil ?? undefined);
  else flow.decide();
}

interface Step extends Pick<FlowState, 'whyNot'> {
  readonly kept: Kept | undefined;
  readonly id: string | undefined;
  readonly flow: ReviewFlow;
}

/** Returns false if there is nothing to take back or to do again. */
function step(
  take: (history: EditHistory) => readonly EditChange[] | undefined,
  { kept, id, whyNot, flow }: Step,
): boolean {
  if (kept === undefined || kept.id !== id || whyNot !== null) return false;
  const changes = take(kept.history);
  if (changes === undefined || changes.length === 0) return changes !== undefined;
  const places = new Set(changes.map(({ place }) => place));
  const others = Object.entries(kept.edits).filter(([place]) => !places.has(place));
  const changed = changes.flatMap(({ place, edit }) => (edit === null ? [] : [[place, edit] as const]));
  const edits: Edits = Object.fromEntries([...others, ...changed]);
  const document = flow.read().open?.document;
  flow.replaceEdits(edits);
  if (document !== undefined) {
    const { lines } = arrangeLines(document, edits);
    flow.focus(findPlaceAfter(changes, flow.focused(), lines.length));
  }
  return true;
}

/** Leads to what has changed. The lines as a whole are no place, and one that was taken away is none any more. */
export function findPlaceAfter(
  changes: readonly EditChange[],
  focused: Place | null,
  lines: number,
): Place | null {
  const isThere = (place: Place): boolean => place !== linesPlace && (toCellPlace(place)?.line ?? -1) < lines;
  const changed = changes.find(({ place }) => isThere(place))?.place;
  if (changed !== undefined || focused === null || isThere(focused)) return changed ?? focused;
  const column = toCellPlace(focused)?.column ?? 'description';
  return lines === 0 ? null : cellPlace(lines - 1, column);
}

interface Followed {
  readonly id: string;
  readonly edits: Edits;
  /** Changes with a saved draft that arrives later, whose edits are no change of this moment. */
  readonly intentKey: string;
}

interface Kept extends Followed {
  readonly history: EditHistory;
}

function followEdits(before: Kept | undefined, now: Followed, at: number): Kept {
  const isRestored =
    before !== undefined &&
    before.intentKey !== now.intentKey &&
    listChanges(before.edits, now.edits).length > 1;
  const isSame = before?.id === now.id && !isRestored;
  const history = isSame ? before.history : createEditHistory(now.edits);
  history.note(now.edits, at);
  return { ...now, history };
}
