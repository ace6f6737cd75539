import { useEffect, useRef, type ReactNode } from 'react';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import type { Plan } from '#shared/contract/plans.ts';
import { describePace, isSamePace, usualPace } from '#shared/domain/pace-rules.ts';
import { capitalize } from '#shared/domain/formatting.ts';
import { messages } from '../messages.ts';
import { isList } from '../plan-rules.ts';
import dialog from '../planning-dialog.module.css';
import { useDialogKey } from '../use-dialog-key.ts';
import { formatDay, PaceForm } from './pace-form.tsx';
import styles from './pace.module.css';

export interface PaceOfPlan {
  readonly isOpen: boolean;
  /** False once the plan has expired or cannot start. */
  readonly canChange: boolean;
  readonly onOpen: (isOpen: boolean) => void;
  /** Takes the plan with its new pace and hash. */
  readonly onPaced: (plan: Plan) => void;
}

interface PlanPaceProps extends PaceOfPlan {
  readonly plan: Plan;
  /** Draws the steps. */
  readonly children: ReactNode;
}

/** Shows the pace in one line, and opens the form. */
export function PlanPace({ plan, isOpen, canChange, onOpen, onPaced, children }: PlanPaceProps) {
  const { pace = usualPace, lastPace, kind } = plan;
  const command = useCommand('plans.setPace', {
    toldInPlace: true,
    onSuccess(paced) {
      onPaced(paced);
      onOpen(false);
    },
  });
  return (
    <PaceSection isOpen={isOpen} canChange={canChange} onOpen={() => onOpen(true)}>
      {isOpen ? (
        <PaceForm
          pace={pace}
          isList={isList(kind)}
          isOfTenants={plan.many !== undefined}
          last={lastPace}
          use={messages.pace.use}
          isRunning={command.isRunning}
          failure={command.failure}
          onUse={(next) => void command.run({ planId: plan.planId, pace: next })}
          onCancel={() => onOpen(false)}
        />
      ) : (
        <>
          <p className={styles.line}>{toSentence(describePace(pace, { isList: isList(kind) }))}</p>
          {lastPace === undefined || isSamePace(lastPace.pace, pace) ? null : (
            <p className={dialog.said}>
              {messages.pace.lastTime(lastPace.of, formatDay(lastPace.at), describePace(lastPace.pace))}
            </p>
          )}
          {children}
        </>
      )}
    </PaceSection>
  );
}

interface PaceSectionProps {
  readonly isOpen: boolean;
  readonly canChange: boolean;
  /** Why this person may not change the pace. */
  readonly whyNot?: string | null;
  readonly onOpen: () => void;
  readonly children: ReactNode;
}

/** The head of a pace with the button and the key that open its form. The focus returns to the button. */
export function PaceSection({ isOpen, canChange, whyNot = null, onOpen, children }: PaceSectionProps) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useDialogKey(pageKeys.plans.pace, canChange && !isOpen && whyNot === null, onOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen) buttonRef.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <section className={dialog.part} aria-label={messages.pace.title}>
      <div className={styles.head}>
        <h3 className={dialog.partTitle}>{messages.pace.title}</h3>
        {isOpen || !canChange ? null : (
          <Button
            ref={buttonRef}
            size="sm"
            icon="gauge"
            shortcut={pageKeys.plans.pace}
            disabled={whyNot ?? false}
            onClick={onOpen}
          >
            {messages.pace.change}
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}

export function toSentence(words: string): string {
  return `${capitalize(words)}.`;
}
