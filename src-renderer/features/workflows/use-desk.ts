import { useRef } from 'react';
import type { DraftDeskProps } from './draft-desk.tsx';
import { whyNotNow } from './save/save-words.ts';
import { useSaid } from './save/use-said.ts';
import type { ToSave } from './save/use-save.ts';
import { useDraft } from './use-draft.ts';
import { useWorkflowKeys } from './use-workflow-keys.ts';

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
