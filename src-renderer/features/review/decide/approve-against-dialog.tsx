import { useCallback, useState, type ReactNode } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog, DialogDescription } from '#renderer/ui/dialog.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { Finding } from '#shared/contract/review-rules.ts';
import { findFailures } from '#shared/domain/review/choose-reading.ts';
import { undecided, type ReviewMode } from '#shared/domain/review/draft-rules.ts';
import { listAgainstApproval, listStops } from '#shared/domain/review/rules.ts';
import type { OnDesk, ReviewFlow } from '../desk/flow/flow-state.ts';
import { messages } from '../messages.ts';
import { ruleMessages } from '../fields/rule-messages.ts';
import { ReasonForm } from './reason-form.tsx';
import styles from './decide.module.css';
import { findFocusedRow } from './dialog-rules.ts';

interface ApprovalParts {
  readonly flow: ReviewFlow;
  readonly open: OnDesk | undefined;
  readonly mode: ReviewMode;
  /** This person may approve the open document. */
  readonly canAct: boolean;
}

/** Approves the open document, after a dialog where a rule stops the approval. */
export function useApproval({ flow, open, mode, canAct }: ApprovalParts): {
  readonly decide: () => void;
  readonly approving: ReactNode;
} {
  const [asked, setAsked] = useState<OnDesk['key']>();
  const decide = useCallback(() => {
    const { key, document, edits = {}, warned = 0 } = flow.read().open ?? {};
    // The first press tells what is undecided, and the next one asks for the reason.
    const isTold = document !== undefined && (warned > 0 || undecided(document, edits, mode).length === 0);
    if (canAct && isTold && listStops(findFailures(document, edits)).length > 0) setAsked(key);
    else flow.decide();
  }, [flow, canAct, mode]);
  const document = open?.document;
  const isAsked = open !== undefined && document !== undefined && asked === open.key;
  const findings = isAsked ? listAgainstApproval(findFailures(document, open.edits)) : [];
  const approving = (
    <ApproveAgainstDialog
      open={isAsked}
      fileName={open?.fileName ?? null}
      findings={findings}
      isKept={document?.weights !== null}
      onClose={() => {
        setAsked(undefined);
        const [place] = findings[0]?.places ?? [];
        if (place !== undefined) flow.focus(place);
      }}
      onApprove={(reason) => {
        setAsked(undefined);
        flow.decide(reason);
      }}
    />
  );
  return { decide, approving };
}

interface ApproveAgainstDialogProps {
  readonly open: boolean;
  readonly fileName: string | null;
  /** The rules that fail, the heaviest first. */
  readonly findings: readonly Finding[];
  /** False where the pipeline enforces no rules. */
  readonly isKept: boolean;
  readonly onApprove: (reason: string) => void;
  readonly onClose: () => void;
}

/** Says which rules stop the approval, and asks for the reason to approve anyway. */
function ApproveAgainstDialog(props: ApproveAgainstDialogProps) {
  const { open, fileName, onApprove, onClose } = props;
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={ruleMessages.approveTitle(fileName ?? messages.common.thisDocument)}
      focusAfter={findFocusedRow}
      sticky
    >
      <ApproveAgainstForm
        {...props}
        // A second Enter during the closing animation would approve the next document.
        onApprove={(reason) => (open ? onApprove(reason) : undefined)}
      />
    </Dialog>
  );
}

function ApproveAgainstForm({ findings, isKept, onApprove, onClose }: ApproveAgainstDialogProps) {
  const isForTwo = findings.some(({ weight }) => weight === 'stop for two');
  return (
    <ReasonForm
      reasons={reasons}
      ownReason={ruleMessages.ownReason}
      reasonMissing={ruleMessages.reasonMissing}
      footNote={isKept ? undefined : ruleMessages.onlyHere}
      cancel={
        <Button variant="ghost" shortcut="Escape" onClick={onClose}>
          {ruleMessages.fix}
        </Button>
      }
      submit={ruleMessages.approve}
      onSubmit={onApprove}
    >
      <ul className={styles.findings}>
        {findings.map(({ rule, weight, says }) => (
          <li key={`${rule} ${says}`} data-weight={weight}>
            <Icon name="warning" size={12} />
            {says}
          </li>
        ))}
      </ul>
      <DialogDescription>
        {ruleMessages.approveEffect}
        {isForTwo ? ` ${isKept ? ruleMessages.forTwo : ruleMessages.forTwoUnknown}` : null}
      </DialogDescription>
    </ReasonForm>
  );
}

const reasons: readonly string[] = ruleMessages.reasons;
