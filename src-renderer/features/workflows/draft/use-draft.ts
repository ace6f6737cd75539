import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import type { Thresholds } from '#shared/domain/statuses.ts';
import { draftOf, isSameDraft, liveThresholds } from '#shared/domain/thresholds/threshold-draft.ts';
import { useSaid, whyNotNow } from '../save/save-rules.ts';
import type { ToSave } from '../save/use-save.ts';
import type { GoWorkflows, WorkflowsAddress } from '../workflows-address.ts';
import type { DraftDeskProps } from './draft-desk.tsx';
import { useWorkflowKeys } from './workflow-keys.ts';

/** The draft of an open workflow, what is said about it, and what ends it. */
export function useDesk({ name, workflow, address, go, person, toHistory }: DraftDeskProps) {
  const draft = useDraft(workflow, address, go);
  const saying = useSaid(name);
  const form = useRef<HTMLFormElement>(null);
  const whyNot = whyNotNow(person.whyNotSave, draft.isChanged, workflow);
  const toList = () => go({ project: null, workflow: null, confidence: null, review: null });
  const { isChanged, discard } = draft;
  useWorkflowKeys({ isChanged, whyNot, discard, toList, form, toHistory });

  /** What was asked for from the history leaves the draft as it is. */
  function settle({ from, thresholds, reason }: ToSave, how: 'saved' | 'theirs'): void {
    if (from === 'history') return;
    saying.forget(reason);
    if (how === 'saved') draft.settle(thresholds);
    else discard();
  }

  return { ...draft, saying, form, whyNot, toList, settle };
}

interface Draft {
  readonly draft: Thresholds;
  /** It says something else than what is live. */
  readonly isChanged: boolean;
  readonly move: (draft: Thresholds) => void;
  readonly discard: () => void;
  /** It was saved as this: what was moved since stays a draft. */
  readonly settle: (saved: Thresholds) => void;
}

/**
 * The draft is in the address. While a handle moves it is ahead of it: a browser refuses an address that changes with
 * every pixel.
 */
function useDraft(workflow: Workflow, shown: Ends, go: GoWorkflows): Draft {
  const [moved, setMoved] = useState<Moved | null>(null);
  const ahead = moved !== null && isDraftAhead(moved, shown, workflow) ? moved : null;
  if (moved !== ahead) setMoved(ahead);
  const draft = ahead === null ? draftOf(workflow, shown) : ahead.draft;
  const live = liveThresholds(workflow);

  const write = useEffectEvent((rested: Moved) => {
    setMoved(written(rested, workflow));
    go(toEnds(rested.draft, workflow), 'replace');
  });
  useEffect(() => {
    if (ahead === null) return undefined;
    const timer = setTimeout(() => write(ahead), restMs);
    // What is begun now may lead away from here, and the draft comes back with the address alone.
    const writeFirst = (event: Event): void => {
      if (movesAgain(event)) return;
      clearTimeout(timer);
      write(ahead);
    };
    const begun = ['pointerdown', 'keydown'] as const;
    for (const kind of begun) document.addEventListener(kind, writeFirst, true);
    return () => {
      clearTimeout(timer);
      for (const kind of begun) document.removeEventListener(kind, writeFirst, true);
    };
  }, [ahead]);

  const discard = () => {
    setMoved(null);
    go({ confidence: null, review: null }, 'replace');
  };
  const latest = useRef(draft);
  useLayoutEffect(() => {
    latest.current = draft;
  });

  return {
    draft,
    isChanged: live === null || !isSameDraft(draft, live),
    move: (to) => {
      if (!isSameDraft(to, draft)) setMoved(movedTo(to, ahead, shown));
    },
    discard,
    settle: (saved) => {
      if (isSameDraft(latest.current, saved)) discard();
    },
  };
}

/** As long as a hand rests between two moves. */
const restMs = 150;

/** A key by which a handle goes on: addresses would follow as fast as it repeats. */
function movesAgain(event: Event): boolean {
  return event instanceof KeyboardEvent && /^(?:Arrow|Home|End|Page|Shift)/.test(event.key);
}

type Ends = Pick<WorkflowsAddress, 'confidence' | 'review'>;

/** A draft that the address does not have yet. */
interface Moved {
  readonly draft: Thresholds;
  /** Addresses that it has come from: while one of them is shown, the address is only behind. */
  readonly from: readonly Ends[];
}

type Live = Parameters<typeof liveThresholds>[0];

export function movedTo(draft: Thresholds, before: Moved | null, shown: Ends): Moved {
  return { draft, from: withEnds(before?.from ?? [], shown) };
}

/** As it is written into the address, which will be one more that it has come from. */
export function written(moved: Moved, workflow: Live): Moved {
  return { ...moved, from: withEnds(moved.from, toEnds(moved.draft, workflow)) };
}

/** False where the address has caught up, or leads elsewhere, as Back does: then the address is right. */
export function isDraftAhead(moved: Moved, shown: Ends, workflow: Live): boolean {
  return (
    !isSameEnds(shown, toEnds(moved.draft, workflow)) && moved.from.some((one) => isSameEnds(one, shown))
  );
}

/** What is live needs no place in the address. */
export function toEnds(draft: Thresholds, workflow: Live): Ends {
  const live = liveThresholds(workflow);
  return live !== null && isSameDraft(draft, live)
    ? { confidence: null, review: null }
    : { confidence: draft.confidenceThreshold, review: draft.reviewThreshold };
}

function withEnds(from: readonly Ends[], ends: Ends): readonly Ends[] {
  return from.some((one) => isSameEnds(one, ends)) ? from : [...from, ends];
}

function isSameEnds(one: Ends, other: Ends): boolean {
  return one.confidence === other.confidence && one.review === other.review;
}
