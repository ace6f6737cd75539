import type { ReviewKey } from '#shared/contract/review-document.ts';
import type { ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { activeSeconds, deciding } from './deciding.ts';
import { documentId, onlyKey, type FlowEvents, type FlowState, type ReviewFlow } from './flow-state.ts';
import { keptDrafts } from './kept-drafts.ts';
import { openDesk, whyNot, type CameBack } from './open-desk.ts';
import { mostKept, readAhead, rowOrder } from './read-ahead.ts';
import { lanes, type ReviewPort } from './review-port.ts';
import { notDone, sentDecisions, whyStuck, type Sending, type Sent } from './sent-decisions.ts';

const mostUpcoming = 8;

/** What leads from one document to the next; each part of it has a file of its own beside this one. */
export function reviewFlow(port: ReviewPort, mode: ReviewMode, firstEvents: FlowEvents): ReviewFlow {
  const listeners = new Set<() => void>();
  let events = firstEvents;
  let state: FlowState | undefined;
  let isHere = false;
  let nothingLeft = false;
  let areDraftsAsked = false;
  const seconds = activeSeconds(port.now);
  const order = rowOrder();
  const address = addressOnTheWay();
  const inOrder = lanes();
  const drafts = keptDrafts(port, changed);
  const ahead = readAhead({
    read: port.read,
    after: port.after,
    changed(key) {
      if (isOpen(key)) showRead(key);
      changed();
    },
  });
  const sent = sentDecisions({ port, lanes: inOrder, drafts, changed, onDone, onStuck, onUndone });
  const desk = openDesk({
    port,
    mode,
    lanes: inOrder,
    drafts,
    isActive: seconds.isActive,
    changed,
    focusChanged: tellAll,
    onSentBefore: (draft, document, hand) => acts.askForSent(draft, document, hand),
  });
  const acts = deciding({ port, mode, desk, drafts, sent, seconds, goNext });

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

  function lay(key: ReviewKey): void {
    desk.close();
    nothingLeft = false;
    order.comeBack(key);
    seconds.restart();
    if (ahead.get(key)?.kind === 'failed') ahead.forget(key);
    desk.open(key, order.rowOf(key)?.fileName ?? null, cameBack(key));
    readOn();
    showRead(key);
  }

  /** It says itself what became of it, once it is open; but what is unclear stays so until it is known. */
  function cameBack(key: ReviewKey): CameBack | undefined {
    const before = sent.of(key);
    if (before === undefined || before.stuck?.kind === 'unclear') return undefined;
    const sending = sent.takeBack(key);
    if (sending === undefined || before.stuck === null) return undefined;
    const notice = `${notDone(before)}. ${whyStuck(before.stuck)}`;
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
    const next = order.after(key).slice(0, mostKept - 1);
    ahead.keep(key === undefined ? [] : [key, ...next.map(onlyKey)]);
  }

  function showRead(key: ReviewKey): void {
    const reading = ahead.get(key);
    if (reading?.kind === 'read') desk.show(reading.document);
    if (reading?.kind === 'failed') desk.readFailed(reading.failure);
  }

  function go(key: ReviewKey): void {
    lay(key);
    address.told(documentId(key));
    events.onOpen(onlyKey(key));
  }

  function goNext(): void {
    const key = desk.now()?.key;
    if (key !== undefined) order.leave(key);
    const next = order.after(key)[0];
    if (next !== undefined) return go(next);
    desk.close();
    nothingLeft = true;
    readOn();
    return changed();
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
      const comment = draft.sent?.reason ?? draft.comment;
      const { version } = hand;
      // Decided once more it is another decision: the old key would be answered with what was undone.
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
  }

  function read(): FlowState {
    if (state !== undefined) return state;
    const open = desk.now();
    const own = open && sent.of(open.key);
    const unclear = own?.stuck?.kind === 'unclear' ? own.stuck : null;
    const after = order.after(open?.key);
    state = {
      open,
      unclear,
      nothingLeft,
      whyNot: open === undefined ? null : whyNot(open, own, mode),
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
    follow(rows, key) {
      isHere = true;
      if (!areDraftsAsked) void askForDrafts();
      const areNew = order.set(rows);
      const arrived = address.arrived(documentId(key));
      const first = order.after(undefined)[0];
      if (nothingLeft && arrived !== 'elsewhere' && first !== undefined) return go(first);
      if (arrived === 'elsewhere') lay(key);
      // The address of what the desk shows already is no news.
      if (arrived === 'as told' && !areNew) return undefined;
      readOn();
      return changed();
    },
    leave() {
      isHere = false;
      void drafts.flush();
      desk.close();
      address.forget();
      readOn();
      changed();
    },
    go(key) {
      if (key !== null) return go(key);
      desk.close();
      return events.onOpen(null);
    },
    readAgain,
    // What was sent and is not known of stays as it was sent.
    edit: (place, edit) => read().whyNot === null && desk.edit(place, edit),
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
      if (desk.now()?.failure !== undefined) readAgain();
    },
    flush: () => void drafts.flush(),
  };
}

/**
 * The desk shows the next document at once and tells the address; the address arrives a moment later, perhaps after
 * the one after that. What arrives was either told, or somebody went there: by Back, or by a link.
 */
interface AddressOnTheWay {
  readonly told: (id: string) => void;
  /** Whether it leads somewhere that the desk did not send it. */
  readonly arrived: (id: string) => 'elsewhere' | 'as told' | 'nothing new';
  readonly forget: () => void;
}

function addressOnTheWay(): AddressOnTheWay {
  let last = '';
  let onTheWay: readonly string[] = [];
  return {
    told(id) {
      if (id !== (onTheWay.at(-1) ?? last)) onTheWay = [...onTheWay, id];
    },
    arrived(id) {
      const place = onTheWay.indexOf(id);
      const isNew = id !== last;
      last = id;
      onTheWay = onTheWay.slice(place + 1);
      if (!isNew) return 'nothing new';
      return place === -1 ? 'elsewhere' : 'as told';
    },
    forget() {
      last = '';
      onTheWay = [];
    },
  };
}
