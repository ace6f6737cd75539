import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Workflow } from '#shared/contract/pipeline-items.ts';
import { whyNotSaveThresholds } from '#shared/permissions.ts';
import type { Thresholds } from '#shared/domain/statuses.ts';
import { toThresholdDraft, isSameDraft, liveThresholds } from '#shared/domain/thresholds/threshold-draft.ts';
import { useSaveForm, whyNotNow } from '../save/save-rules.ts';
import type { ToSave } from '../save/use-save.ts';
import type { GoWorkflows, WorkflowsAddress } from '../address.ts';
import type { DraftDeskProps } from './draft-desk.tsx';
import { usePageCommands, type PageCommand } from '#renderer/contract/page-commands.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { useToast } from '#renderer/ui/toast.tsx';

/** Holds the draft of an open workflow and its reason, and saves or discards it. */
export function useDesk({ name, workflow, address, go, person, toHistory }: DraftDeskProps) {
  const draft = useDraft(workflow, address, go);
  const saying = useSaveForm(name);
  const form = useRef<HTMLFormElement>(null);
  const whyNotSave = whyNotSaveThresholds(person.me, person.connection, name.tenantId);
  const whyNot = whyNotNow(whyNotSave, draft.isChanged, workflow);
  const toList = () => go({ project: null, workflow: null, confidence: null, review: null });
  const { isChanged, discard } = draft;
  useWorkflowKeys({ isChanged, whyNot, discard, toList, form, toHistory });

  /** A request from the history leaves the draft as it is. */
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
  /** The draft differs from the live thresholds. */
  readonly isChanged: boolean;
  readonly move: (draft: Thresholds) => void;
  readonly discard: () => void;
  /** Ends the draft that was saved. Changes made since then stay a draft. */
  readonly settle: (saved: Thresholds) => void;
}

/**
 * The draft is kept in the address. While a handle moves, the draft runs ahead, because browsers refuse an
 * address that changes with every pixel.
 */
function useDraft(workflow: Workflow, shown: Ends, go: GoWorkflows): Draft {
  const [moved, setMoved] = useState<Moved | null>(null);
  const ahead = moved !== null && isDraftAhead(moved, shown, workflow) ? moved : null;
  if (moved !== ahead) setMoved(ahead);
  const draft = ahead === null ? toThresholdDraft(workflow, shown) : ahead.draft;
  const live = liveThresholds(workflow);

  const write = useEffectEvent((rested: Moved) => {
    setMoved(recordWrite(rested, workflow));
    go(toEnds(rested.draft, workflow), 'replace');
  });
  useEffect(() => {
    if (ahead === null) return undefined;
    const timer = setTimeout(() => write(ahead), restMs);
    // This action may leave the page, and the draft is restored from the address alone.
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
      if (!isSameDraft(to, draft)) setMoved(moveDraft(to, ahead, shown));
    },
    discard,
    settle: (saved) => {
      if (isSameDraft(latest.current, saved)) discard();
    },
  };
}

/** A hand that rests this long has finished a move. */
const restMs = 150;

/** A repeating key moves a handle as fast as it repeats, too fast for the address. */
function movesAgain(event: Event): boolean {
  return event instanceof KeyboardEvent && /^(?:Arrow|Home|End|Page|Shift)/.test(event.key);
}

type Ends = Pick<WorkflowsAddress, 'confidence' | 'review'>;

/** A draft that the address does not contain yet. */
interface Moved {
  readonly draft: Thresholds;
  /** The earlier addresses of this draft. While one of them is shown, the address is only behind. */
  readonly from: readonly Ends[];
}

type Live = Parameters<typeof liveThresholds>[0];

export function moveDraft(draft: Thresholds, before: Moved | null, shown: Ends): Moved {
  return { draft, from: addEnds(before?.from ?? [], shown) };
}

/** Records that the draft was written to the address, so that the current address becomes an earlier one. */
export function recordWrite(moved: Moved, workflow: Live): Moved {
  return { ...moved, from: addEnds(moved.from, toEnds(moved.draft, workflow)) };
}

/**
 * False if the address has caught up, or leads elsewhere, for example by Back. In both cases the address is
 * right.
 */
export function isDraftAhead(moved: Moved, shown: Ends, workflow: Live): boolean {
  return (
    !isSameEnds(shown, toEnds(moved.draft, workflow)) && moved.from.some((one) => isSameEnds(one, shown))
  );
}

/** Live thresholds are not written to the address. */
export function toEnds(draft: Thresholds, workflow: Live): Ends {
  const live = liveThresholds(workflow);
  return live !== null && isSameDraft(draft, live)
    ? { confidence: null, review: null }
    : { confidence: draft.confidenceThreshold, review: draft.reviewThreshold };
}

function addEnds(from: readonly Ends[], ends: Ends): readonly Ends[] {
  return from.some((one) => isSameEnds(one, ends)) ? from : [...from, ends];
}

function isSameEnds(one: Ends, other: Ends): boolean {
  return one.confidence === other.confidence && one.review === other.review;
}

interface Parts {
  readonly isChanged: boolean;
  /** The reason why nothing can be saved now; undefined if it can. */
  readonly whyNot: string | undefined;
  readonly discard: () => void;
  readonly toList: () => void;
  readonly form: RefObject<HTMLFormElement | null>;
  readonly toHistory: () => void;
}

/**
 * Keys and palette commands of the open workflow. They use none of the letters that follow a G, so that going
 * to a page never discards a draft on the way. Mod+Enter also works inside the reason.
 */
function useWorkflowKeys({ isChanged, whyNot, discard, toList, form, toHistory }: Parts): void {
  const toast = useToast();
  const save = () => {
    if (form.current === null) return;
    if (whyNot === undefined) form.current.requestSubmit();
    else toast.show({ message: whyNot, id: 'not saved' });
  };
  usePageKeys(pageKeys.workflows, {
    save,
    discard: isChanged ? discard : undefined,
    history: toHistory,
    back: toList,
  });

  const all: readonly (PageCommand & { readonly may: boolean })[] = [
    {
      id: 'save-thresholds',
      title: 'Save the thresholds',
      keywords: ['confidence', 'review', 'version', 'draft'],
      icon: 'workflows',
      shortcut: pageKeys.workflows.save,
      run: save,
      may: whyNot === undefined,
    },
    {
      id: 'discard-draft',
      title: 'Discard the draft',
      keywords: ['thresholds', 'undo', 'live'],
      icon: 'undo',
      shortcut: pageKeys.workflows.discard,
      run: discard,
      may: isChanged,
    },
    {
      id: 'workflow-history',
      title: 'Go to the history of the workflow',
      keywords: ['versions', 'revert', 'who', 'changes'],
      icon: 'retry',
      shortcut: pageKeys.workflows.history,
      run: toHistory,
      may: true,
    },
  ];
  usePageCommands(all.filter(({ may }) => may));
}
