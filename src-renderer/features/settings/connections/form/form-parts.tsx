import type { ReactNode } from 'react';
import { useId } from 'react';
import { Icon } from '#renderer/ui/icon.tsx';
import { PaneHead } from '#renderer/ui/pane.tsx';
import type { FormDraft } from './draft.ts';
import styles from './form.module.css';

export const stepIds = ['account', 'resources', 'api', 'save'] as const;
export type StepId = (typeof stepIds)[number];

export interface FormState {
  /** Results of calls are kept under this name while the window is open. */
  readonly place: string;
  readonly draft: FormDraft;
  /** Changes what a person sets, which no proposal replaces. */
  readonly set: (change: Partial<FormDraft>) => void;
  readonly change: (next: (before: FormDraft) => FormDraft) => void;
  /** Returns the problem at a path of the entry, once something was typed there or a save was tried. */
  readonly problemAt: (path: string, typed: string) => string | undefined;
  /** Paths whose values stay in the file, and are shown nowhere. */
  readonly hidden: readonly string[];
  /** The entry that "as in the file" refers to. */
  readonly like: string | undefined;
  /** The connection that is changed; undefined for a new one. */
  readonly editedId: string | undefined;
  readonly takenIds: readonly string[];
}

interface StepProps {
  readonly id: StepId;
  readonly title: string;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** One part of the form. All parts are on the page in order, and each can be changed at any time. */
export function Step({ id, title, hint, actions, children }: StepProps) {
  const titleId = useId();
  return (
    <section className={styles.step} aria-labelledby={titleId} data-step={id}>
      <PaneHead title={title} titleId={titleId} hint={hint} actions={actions} />
      <div className={styles.stepBody}>{children}</div>
    </section>
  );
}

interface OutcomeProps {
  readonly tone: 'good' | 'quiet';
  readonly children: ReactNode;
}

/** One line that says how a question ended. */
export function Outcome({ tone, children }: OutcomeProps) {
  return (
    <p className={tone === 'good' ? styles.good : styles.quiet}>
      {tone === 'good' ? <Icon name="check" size={14} /> : null}
      <span>{children}</span>
    </p>
  );
}
