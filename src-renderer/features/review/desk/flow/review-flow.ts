import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { countActiveSeconds, createDeciding } from './deciding.ts';
import {
  documentId,
  pickKey,
  type DeskRow,
  type FlowEvents,
  type FlowState,
  type ReviewFlow,
} from './flow-state.ts';
import { createDraftStore } from './draft-store.ts';
import { createHandedOut, type NoneLeft } from './handed-out.ts';
import { openDesk, explainRefusal, type ReturnReason, type Taken } from './open-desk.ts';
import { aheadMs, mostKept, createReadAhead, createRowOrder } from './read-ahead.ts';
import { createLanes, type ReviewPort } from './review-port.ts';
import {
  formatNotDone,
  createSentDecisions,
  explainStuck,
  type Sending,
  type Sent,
} from './sent-decisions.ts';

const mostUpcoming = 8;
/** The pipeline API leaves out a hundred documents at most. */
const mostLeft = 80;

/** Leads from one document to the next. Each part has a file of its own beside this one. */
export function createReviewFlow(port: ReviewPort, mode: ReviewMode, firstEvents: FlowEvents): ReviewFlow {
  const listeners = new Set<() => void>();
  let events = firstEvents;
  let state: FlowState | undefined;
  let [isHere, nothingLeft, isFinding, areDraftsAsked] = [false, false, false, false];
  let noneLeft: NoneLeft | null = null;
  let taken: Taken | null = null;
  /** Counts the questions for the next document, so that a late answer does not replace a document opened since. */
  let finding = 0;
  const seconds = countActiveSeconds(port.now);
  const order = createRowOrder();
  const address = trackAddress();
  const inOrder = createLanes();
  const drafts = createDraftStore(port, changed);
  const ahead = createReadAhead({
    read: port.read,
    after: port.after,
    changed(key) {
      if (isOpen(key)) showRead(key);
      changed();
    },
  });
  const handed = createHandedOut({ port, not: listNotWanted, changed: onHanded });
  const sent = createSentDecisions({ port, lanes: inOrder, drafts, changed, onDone, onStuck, onUndone });
  const desk = openDesk({
    port,
    mode,
    lanes: inOrder,
    drafts,
    isActive: seconds.isActive,
    changed,
    focusChanged: tellAll,
    heldUntil(key, version) {
      handed.take(key);
      return handed.heldUntil(key, version);
    },
    onTaken,
    onSentBefore: (draft, document, hand) => acts.askForSent(draft, document, hand),
  });
  const acts = createDeciding({ port, mode, desk, drafts, sent, seconds, goNext });

  function changed(): void {
    state = undefined;
    tellAll();
  }

  function tellAll(): void {
    for (const listener of listeners) listener();
  }

  function isOpen(key: ReviewKey): boolean {
    const open = desk.now();
    return open !== undefined && documentId(open.key) === documentId(key);
  }

  function lay(key: ReviewKey, isOffered = false): void {
    desk.close();
    finding += 1;
    [isFinding, nothingLeft] = [false, false];
    order.comeBack(key);
    seconds.restart();
    if (ahead.get(key)?.kind === 'failed') ahead.forget(key);
    desk.open(key, findRow(key)?.fileName ?? null, findReturnReason(key), isOffered);
    readOn();
    showRead(key);
  }

  /** A reopened document shows its own outcome. An unclear outcome stays in the list until it is known. */
  function findReturnReason(key: ReviewKey): ReturnReason | undefined {
    const before = sent.of(key);
    if (before === undefined || before.stuck?.kind === 'unclear') return undefined;
    const sending = sent.takeBack(key);
    if (sending === undefined || before.stuck === null) return undefined;
    const notice = `${formatNotDone(before)}. ${explainStuck(before.stuck)}`;
    return { notice, base: before.stuck.kind === 'changed' ? sending.base : null };
  }

  function readAgain(): void {
    const key = desk.now()?.key;
    if (key === undefined) return;
    ahead.forget(key);
    lay(key);
  }

  function readOn(): void {
    const key = desk.now()?.key;
    ahead.keep(key === undefined ? [] : [key, ...listNext(key)]);
  }

  /** Where documents are handed out, only one that is held is read and drawn ahead. */
  function listNext(key: ReviewKey): readonly ReviewKey[] {
    if (handed.isNotOffered())
      return order
        .after(key)
        .slice(0, mostKept - 1)
        .map(pickKey);
    const first = handed.first();
    return first === undefined || isOpen(first) ? [] : [pickKey(first)];
  }

  function findRow(key: ReviewKey): DeskRow | undefined {
    const first = handed.first();
    if (first !== undefined && documentId(first) === documentId(key)) return first;
    return order.rowOf(key);
  }

  function listNotWanted(): readonly ReviewKey[] {
    const open = desk.now()?.key;
    return [...(open === undefined ? [] : [open]), ...order.left(mostLeft)];
  }

  /** Another document has been handed out, or none. */
  function onHanded(): void {
    if (isHere) readOn();
    changed();
  }

  function showRead(key: ReviewKey): void {
    const reading = ahead.get(key);
    if (reading?.kind === 'read') {
      desk.show(reading.document);
      // The open document is painted before the next one is asked for.
      port.after(aheadMs, () => {
        if (isHere && mode === 'review' && isOpen(key)) handed.fill();
      });
    }
    if (reading?.kind === 'failed') desk.readFailed(reading.failure);
  }

  function go(key: ReviewKey, isOffered = false): void {
    lay(key, isOffered);
    address.expect(documentId(key));
    events.onOpen(pickKey(key));
  }

  function goNext(): void {
    taken = null;
    goOn();
  }

  function goOn(): void {
    const key = desk.now()?.key;
    if (key !== undefined) order.leave(key);
    if (mode === 'check' || handed.isNotOffered()) return goToRow(key);
    const first = handed.first();
    // It was left before it was read.
    if (first !== undefined && isOpen(first)) handed.release();
    else if (first !== undefined) return go(first, true);
    return void findNext(key);
  }

  function goToRow(key: ReviewKey | undefined): void {
    const next = order.after(key)[0];
    if (next !== undefined) return go(next, true);
    return endHere(null);
  }

  function endHere(none: NoneLeft | null): void {
    desk.close();
    isFinding = false;
    nothingLeft = true;
    noneLeft = none;
    readOn();
    changed();
  }

  /** Asks for the next document. The one that was decided leaves the desk meanwhile. */
  async function findNext(key: ReviewKey | undefined): Promise<void> {
    desk.close();
    finding += 1;
    const question = finding;
    [isFinding, nothingLeft] = [true, false];
    readOn();
    changed();
    const next = await handed.next();
    if (question !== finding || !isHere) return undefined;
    if (next === undefined) return goToRow(key);
    return next.kind === 'none' ? endHere(next) : go(next, true);
  }

  /** The desk had chosen a document that another person has. One line tells of it, and the next one opens. */
  function onTaken(lost: Taken): void {
    taken = lost;
    // The desk is in the middle of showing the document that it leaves.
    queueMicrotask(() => {
      if (isOpen(lost.key)) goOn();
    });
  }

  function onDone(one: Sent, version: number): void {
    events.onDone(one, version);
    if (isOpen(one.key)) goNext();
  }

  function onStuck(one: Sent): void {
    if (!isOpen(one.key)) return events.onStuck(one);
    if (one.stuck?.kind === 'changed') ahead.put(one.stuck.document);
    if (one.stuck?.kind !== 'unclear') lay(one.key);
    return undefined;
  }

  function onUndone({ kind, hand, draft, fileName }: Sending): void {
    if (kind !== 'postpone') {
      // The reason of a rejection is no comment of an approval.
      const { sent: before, comment: typed } = draft;
      const comment = before?.kind === 'reject' ? typed : (before?.reason ?? typed);
      const { version } = hand;
      // Deciding again is another decision, because the old key would return the answer that was undone.
      drafts.put({ ...draft, comment, version, intentKey: port.newKey(), sent: null });
    }
    events.onUndone({ key: hand.key, kind, fileName });
    if (isHere) go(hand.key);
    else void drafts.flush(hand.key);
  }

  async function askForDrafts(): Promise<void> {
    areDraftsAsked = true;
    const result = await port.drafts();
    if (result.ok) drafts.load(result.value);
    else areDraftsAsked = false;
    desk.restore();
    if (!result.ok) return;
    acts.askForAllSent(result.value);
    // A window that was closed a moment ago may save its last keys after this.
    port.after(2_000, () => void port.drafts().then((late) => late.ok && desk.takeLate(late.value)));
  }

  function read(): FlowState {
    if (state !== undefined) return state;
    const open = desk.now();
    const own = open && sent.of(open.key);
    const unclear = own?.stuck?.kind === 'unclear' ? own.stuck : null;
    const first = handed.first();
    const given = first === undefined || isOpen(first) ? [] : [first];
    const after = [
      ...given,
      ...order.after(open?.key).filter((row) => !given.some((one) => documentId(one) === documentId(row))),
    ];
    state = {
      open,
      unclear,
      nothingLeft,
      isFinding,
      noneLeft,
      taken,
      next: open === undefined ? [] : listNext(open.key),
      whyNot: open === undefined ? null : explainRefusal(open, own, mode),
      sent: sent.all().filter((one) => !isOpen(one.key)),
      upcoming: after.slice(0, mostUpcoming),
      left: after.length,
      ahead: ahead.documents(),
      draftFailure: drafts.failure(),
    };
    return state;
  }

  return {
    ...acts,
    read,
    focused: () => desk.now()?.focused ?? null,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tellTo(next) {
      events = next;
    },
    follow(rows, key, isOffered = false) {
      if (!isHere) acts.setAsking(true);
      isHere = true;
      if (!areDraftsAsked) void askForDrafts();
      const areNew = order.set(rows);
      const arrived = address.arrived(documentId(key));
      const first = order.after(undefined)[0];
      if (nothingLeft && arrived !== 'elsewhere' && first !== undefined && areNew) {
        return handed.isNotOffered() ? go(first, true) : void findNext(undefined);
      }
      if (arrived === 'elsewhere') lay(key, isOffered);
      // The desk already shows this document.
      if (arrived === 'as expected' && !areNew) return undefined;
      readOn();
      return changed();
    },
    leave(isPageOver = false) {
      isHere = false;
      acts.setAsking(false);
      handed.release();
      void (isPageOver ? drafts.flushLast() : drafts.flush());
      desk.close();
      address.forget();
      readOn();
      changed();
    },
    go(key) {
      if (key !== null) {
        taken = null;
        return go(key);
      }
      handed.release();
      desk.close();
      return events.onOpen(null);
    },
    readAgain,
    // An unclear decision must not be edited, because it may have been saved as it was sent.
    edit: (place, edit) => read().whyNot === null && desk.edit(place, edit),
    replaceEdits: (edits) => read().whyNot === null && desk.replaceEdits(edits),
    comment: (text) => read().whyNot === null && desk.comment(text),
    focus: desk.focus,
    focusNext: desk.focusNext,
    undo: sent.undo,
    askAgain() {
      const key = desk.now()?.key;
      if (key !== undefined) sent.askAgain(key);
    },
    tryClaim: desk.tryClaim,
    takeNext: goNext,
    keepMine: desk.keepMine,
    leaveRace() {
      const key = desk.now()?.key;
      if (key !== undefined) drafts.drop(key);
      goNext();
    },
    touched() {
      seconds.touched();
      desk.touched();
    },
    seen(visible) {
      seconds.seen(visible);
      if (!visible) void drafts.flush();
    },
    linkUp() {
      sent.linkUp();
      void drafts.flush();
      desk.touched();
      if (desk.now()?.failure !== undefined) readAgain();
    },
    flush: () => void drafts.flush(),
  };
}

/**
 * The desk shows the next document first and changes the address afterwards. By the time the address arrives, the
 * desk may be one document further. An address that the desk did not set comes from the user, by Back or by a link.
 */
interface AddressTracker {
  readonly expect: (id: string) => void;
  /** Returns whether the address leads somewhere the desk did not send it. */
  readonly arrived: (id: string) => 'elsewhere' | 'as expected' | 'nothing new';
  readonly forget: () => void;
}

function trackAddress(): AddressTracker {
  let last = '';
  let onTheWay: readonly string[] = [];
  return {
    expect(id) {
      if (id !== (onTheWay.at(-1) ?? last)) onTheWay = [...onTheWay, id];
    },
    arrived(id) {
      const place = onTheWay.indexOf(id);
      const isNew = id !== last;
      last = id;
      onTheWay = onTheWay.slice(place + 1);
      if (!isNew) return 'nothing new';
      return place === -1 ? 'elsewhere' : 'as expected';
    },
    forget() {
      [last, onTheWay] = ['', []];
    },
  };
}
