import type { RefObject } from 'react';
import { usePageCommands, type PageCommand } from '#renderer/contract/page-commands.ts';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { useToast } from '#renderer/ui/toast.tsx';

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
export function useWorkflowKeys({ isChanged, whyNot, discard, toList, form, toHistory }: Parts): void {
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
