import { useKept } from '#renderer/contract/use-kept.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { useToast } from '#renderer/ui/toast.tsx';
import type { SystemDeclaration } from '#shared/catalogue/declaration.ts';
import { correctDraft, draftText, type Correction } from '#shared/catalogue/drafting/correct-draft.ts';
import type { DescribedForDraft, Draft } from '#shared/contract/drafts.ts';
import { messages } from '../messages.ts';

export const draftTabs = ['entities', 'patterns', 'review', 'text'] as const;
export type DraftTab = (typeof draftTabs)[number];

/** A draft on which a person works. It is kept while the window is open, and is a file only when it is saved. */
export interface OpenDraft extends Draft {
  /** Says in words what it was made from. */
  readonly from: string;
  /** The file that it is saved as, without ".json". */
  readonly name: string;
  /** Stands for the file that it was read from; null for a new one. */
  readonly fingerprint: string | null;
  /** The texts before the last steps, the latest last. A step is a correction, or what was typed since one. */
  readonly before: readonly string[];
  /** The texts that were taken back, the latest last. */
  readonly undone: readonly string[];
  /** True while what is typed belongs to the last step. */
  readonly isTyping: boolean;
  readonly tab: DraftTab;
}

interface DraftMemory {
  readonly draft: OpenDraft | null;
  /** The drafts that were discarded or replaced, the latest first. */
  readonly gone: readonly OpenDraft[];
  /** The table that was described last, from which a draft is made. */
  readonly described: DescribedForDraft | null;
}

const nothingYet: DraftMemory = { draft: null, gone: [], described: null };
const mostSteps = 50;
const mostGone = 3;

export interface DraftHandle extends DraftMemory {
  readonly open: (draft: Pick<OpenDraft, 'text' | 'guesses' | 'notes' | 'from'> & Partial<OpenDraft>) => void;
  /** Closes a draft that was not saved. */
  readonly discard: () => void;
  readonly bringBack: (draft: OpenDraft) => void;
  /** Closes a draft that is in its file now, unless it has changed since it was sent. */
  readonly close: (saved: string) => void;
  readonly describe: (described: DescribedForDraft | null) => void;
  /** Shows the keys that were sampled, unless another table was described meanwhile. */
  readonly describeAgain: (described: DescribedForDraft) => void;
  readonly show: (tab: DraftTab) => void;
  readonly name: (name: string) => void;
  readonly write: (text: string) => void;
  readonly correct: (system: SystemDeclaration, correction: Correction) => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

export function useDraft(): DraftHandle {
  const { me, connection } = usePersonHere();
  // A table that was described late belongs to the connection that was asked, and a draft waits until its person is back.
  const memoryKey = ['explorer.draft', connection?.id ?? '', me?.id ?? ''];
  const [memory, change] = useKept(memoryKey, nothingYet);
  const toast = useToast();
  const update = (next: (draft: OpenDraft) => OpenDraft): void =>
    change((before) => ({ ...before, draft: before.draft === null ? null : next(before.draft) }));
  const replace = (draft: OpenDraft | null): void => {
    const before = memory.draft;
    const isGone = before !== null && before.text !== draft?.text;
    const gone = isGone ? [before, ...memory.gone].slice(0, mostGone) : memory.gone;
    change((all) => ({ ...all, draft, gone }));
    if (isGone && draft !== null) toast.show({ message: messages.draft.replaced(before.name) });
  };
  return {
    ...memory,
    open: (draft) =>
      replace({ ...unchanged, name: readId(draft.text), fingerprint: null, tab: 'entities', ...draft }),
    discard: () => replace(null),
    bringBack: (draft) => change((all) => ({ ...all, draft, gone: all.gone.filter((one) => one !== draft) })),
    close: (saved) =>
      change((before) => (before.draft?.text === saved ? { ...before, draft: null } : before)),
    describe: (described) => change((before) => ({ ...before, described })),
    describeAgain: (described) =>
      change((before) =>
        before.described?.table.name === described.table.name ? { ...before, described } : before,
      ),
    show: (tab) => update((draft) => ({ ...draft, tab })),
    name: (name) => update((draft) => ({ ...draft, name })),
    write: (text) => update((draft) => writeText(draft, text)),
    correct: (system, correction) =>
      update((draft) => {
        // The text keeps the order in which it is written, which the checked system does not.
        return correctText(draft, draftText(correctDraft(parseText(draft.text) ?? system, correction)));
      }),
    undo: () => update(undoStep),
    redo: () => update(redoStep),
  };
}

const unchanged = { before: [], undone: [], isTyping: false } as const;

/** Everything that is typed until the next correction is one step. */
export function writeText(draft: OpenDraft, text: string): OpenDraft {
  if (text === draft.text) return draft;
  const before = draft.isTyping ? draft.before : addStep(draft.before, draft.text);
  return { ...draft, text, before, undone: [], isTyping: true };
}

export function correctText(draft: OpenDraft, text: string): OpenDraft {
  if (text === draft.text) return draft;
  return { ...draft, text, before: addStep(draft.before, draft.text), undone: [], isTyping: false };
}

export function undoStep(draft: OpenDraft): OpenDraft {
  const text = draft.before.at(-1);
  if (text === undefined) return draft;
  const undone = addStep(draft.undone, draft.text);
  return { ...draft, text, before: draft.before.slice(0, -1), undone, isTyping: false };
}

export function redoStep(draft: OpenDraft): OpenDraft {
  const text = draft.undone.at(-1);
  if (text === undefined) return draft;
  const before = addStep(draft.before, draft.text);
  return { ...draft, text, before, undone: draft.undone.slice(0, -1), isTyping: false };
}

function addStep(texts: readonly string[], text: string): readonly string[] {
  return [...texts, text].slice(-mostSteps);
}

function readId(text: string): string {
  return /"id": "([a-z0-9-]+)"/.exec(text)?.[1] ?? 'catalogue';
}

function parseText(text: string): SystemDeclaration | undefined {
  try {
    // The forms are only shown for a text that was checked.
    return JSON.parse(text) as SystemDeclaration;
  } catch {
    return undefined;
  }
}
