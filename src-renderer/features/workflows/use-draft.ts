import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { Workflow } from '#shared/contract/triage/tenants.ts';
import type { Thresholds } from '#shared/domain/document-status.ts';
import { draftOf, isSameDraft, liveThresholds } from '#shared/domain/thresholds/draft.ts';
import { endsOf, isAheadOf, movedTo, written } from './moved-draft.ts';
import type { Ends, Moved } from './moved-draft.ts';
import type { GoWorkflows } from './workflows-address.ts';

export interface Draft {
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
export function useDraft(workflow: Workflow, shown: Ends, go: GoWorkflows): Draft {
  const [moved, setMoved] = useState<Moved | null>(null);
  const ahead = moved !== null && isAheadOf(moved, shown, workflow) ? moved : null;
  if (moved !== ahead) setMoved(ahead);
  const draft = ahead === null ? draftOf(workflow, shown) : ahead.draft;
  const live = liveThresholds(workflow);

  const write = useEffectEvent((rested: Moved) => {
    setMoved(written(rested, workflow));
    go(endsOf(rested.draft, workflow), 'replace');
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
