import type { Ref } from 'react';
import type { Plan } from '#shared/contract/jobs/plans.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { DialogFoot } from '#renderer/ui/dialog/dialog.tsx';
import type { IconName } from '#renderer/ui/icon/product-icons.ts';
import { nameOf } from '../planning-session.ts';
import type { PlanningSession } from '../planning-session.ts';
import { takesAway } from '../plan-kind.ts';
import { startWords } from './plan-words.ts';

export interface PlanFootProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly plan: Plan;
  readonly session: PlanningSession;
  readonly formId: string;
  readonly reason: string;
  readonly expired: boolean;
  readonly whyNot: string | null;
  readonly starting: boolean;
  readonly onClose: () => void;
  readonly onRehearse: () => void;
}

export function PlanFoot(props: PlanFootProps) {
  const { ref, plan, session, formId, reason, expired, whyNot, starting, onClose, onRehearse } = props;
  const { environment } = plan.connection;
  const variant = environment === 'production' ? 'production' : takesAway(plan.kind) ? 'danger' : 'primary';
  const cannot = plan.cannotStart !== null;
  return (
    <div ref={ref}>
      <DialogFoot start={`Written to the audit trail as ${nameOf(plan.by, session)}.`}>
        <Button variant="ghost" shortcut="Escape" onClick={onClose} data-first={cannot ? '' : undefined}>
          {cannot ? 'Close' : 'Cancel'}
        </Button>
        <Button data-again="" onClick={onRehearse} variant={expired && !cannot ? 'primary' : 'default'}>
          Rehearse again
        </Button>
        <Button
          type="submit"
          form={formId}
          variant={expired ? 'default' : variant}
          icon={icons[plan.kind] ?? 'play'}
          loading={starting}
          disabled={whyNot ?? false}
          data-first={cannot ? undefined : ''}
        >
          {startWords(plan, reason)}
        </Button>
      </DialogFoot>
    </div>
  );
}

const icons: Partial<Readonly<Record<Plan['kind'], IconName>>> = {
  'stop-execution': 'stop',
  'discard-messages': 'trash',
  'close-downloads': 'stop',
};
