import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { usePlanning } from '#renderer/contract/planning.ts';
import { usePersonHere } from '#renderer/contract/use-person-here.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Dialog, DialogBody, DialogFoot } from '#renderer/ui/dialog.tsx';
import { Menu, MenuItem } from '#renderer/ui/menu.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { VisuallyHidden } from '#renderer/ui/visually-hidden.tsx';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import type { FailureGroup } from '#shared/domain/failure-groups.ts';
import {
  isOnlyScoreTooLow,
  listRemedies,
  writeFileRequest,
  type CauseToRemedy,
  type Remedy,
} from '#shared/domain/remedies.ts';
import { whyNotRunJobs } from '#shared/permissions.ts';
import type { TriagePageProps } from '../address.ts';
import styles from './cause-actions.module.css';
import { messages } from './messages.ts';

interface CauseActionsProps {
  readonly batch: Batch;
  readonly onOpenWorkflow: TriagePageProps['onOpenWorkflow'];
  readonly group: FailureGroup;
  readonly now: number;
  /** False while more documents of the group may be found, so that its count is a lower bound. */
  readonly complete: boolean;
  /** The key presses the button of this group. */
  readonly isAtHand: boolean;
  /** Says why nothing can be reprocessed here. */
  readonly whyNot: string | undefined;
  readonly onReprocess: () => void;
}

/** Offers the action that helps best against a cause, and the others in a menu, each with what it will do. */
export function CauseActions(props: CauseActionsProps) {
  const { batch, onOpenWorkflow, group, isAtHand, whyNot, onReprocess, complete } = props;
  const { plan } = usePlanning();
  const [shown, setShown] = useState<Remedy | null>(null);
  const decidable = group.documents.filter(isOnlyScoreTooLow);
  const remedies = listRemedies(toCause(props, decidable.length), useOffers(decidable.length > 0, whyNot));
  const best = remedies.find(({ whyNot: why }) => why === undefined) ?? remedies[0];
  if (best === undefined) return null;

  function act(remedy: Remedy): void {
    const { tenantId, projectId, batchId } = batch;
    const { fingerprint } = group;
    const at = { tenantId, projectId, batchId, fingerprint };
    switch (remedy.action) {
      case 'reprocess':
      case 'reprocess-anyway':
        onReprocess();
        return;
      case 'wait-and-retry':
        plan(
          {
            kind: 'reprocess',
            ...at,
            ...(complete
              ? { documentIds: group.documents.map(({ documentId }) => documentId) }
              : { matching: { statuses: ['FAILED'] } }),
          },
          { afterMinutes: 15 },
        );
        return;
      case 'send-to-review':
      case 'accept-documents':
        plan({ kind: remedy.action, ...at, documentIds: decidable.map(({ documentId }) => documentId) });
        return;
      default:
        remedy.action satisfies 'ask-for-file' | 'raise-limit';
        setShown(remedy);
    }
  }

  const isReprocess = best.action === 'reprocess' || best.action === 'reprocess-anyway';
  return (
    <div className={styles.actions}>
      <Button
        size="sm"
        className={styles.best}
        variant={isAtHand && best.action !== 'reprocess-anyway' ? 'primary' : 'default'}
        disabled={best.whyNot ?? false}
        shortcut={isAtHand && isReprocess ? pageKeys.triage.reprocess : undefined}
        onClick={() => act(best)}
      >
        {best.label}
        <VisuallyHidden> group {group.fingerprint}</VisuallyHidden>
      </Button>
      <Menu
        align="end"
        trigger={<IconButton icon="down" size="sm" label={messages.remedies.more(group.fingerprint)} />}
      >
        {remedies
          .filter((remedy) => remedy !== best)
          .map((remedy) => (
            <MenuItem key={remedy.action} disabled={remedy.whyNot !== undefined} onSelect={() => act(remedy)}>
              <span className={styles.item}>
                <span>{remedy.label}</span>
                <span className={styles.does}>{remedy.whyNot ?? remedy.does}</span>
              </span>
            </MenuItem>
          ))}
      </Menu>
      {shown === null ? null : (
        <RemedyDialog
          remedy={shown}
          batch={batch}
          onOpenWorkflow={onOpenWorkflow}
          group={group}
          onClose={() => setShown(null)}
        />
      )}
    </div>
  );
}

function toCause({ group, now, complete }: CauseActionsProps, decidable: number): CauseToRemedy {
  const { code, sample, stage, documents, lastAt } = group;
  const at = Date.parse(lastAt ?? '');
  const minutesAgo = Number.isNaN(at) ? null : (now - at) / 60_000;
  return { code, sample, stage, documents: documents.length, complete, decidable, minutesAgo };
}

/** The pipeline API is only asked where there is something to decide. */
function useOffers(isAsked: boolean, reprocess: string | undefined) {
  const { me } = usePersonHere();
  const offers = useQuery({ ...operationOptions('plans.offers', {}), enabled: isAsked }).data?.value;
  return {
    reprocess,
    sendToReview: whyNotRunJobs(me, 'send-to-review') ?? (offers?.sendToReview || undefined),
    accept: whyNotRunJobs(me, 'accept-documents') ?? (offers?.accept || undefined),
  };
}

interface RemedyDialogProps extends Pick<CauseActionsProps, 'onOpenWorkflow'> {
  readonly remedy: Remedy;
  readonly batch: Batch;
  readonly group: FailureGroup;
  readonly onClose: () => void;
}

/** Shows what to tell the customer, or where a limit is set. Neither changes anything. */
function RemedyDialog({ remedy, batch, onOpenWorkflow, group, onClose }: RemedyDialogProps) {
  const { tenantId, projectId, batchId, workflowId } = batch;
  const isRequest = remedy.action === 'ask-for-file';
  const files = group.documents.map(({ fileName, documentId }) => fileName ?? documentId);
  const text = writeFileRequest({ batchId, files, cause: group });
  return (
    <Dialog
      open
      size="md"
      title={isRequest ? messages.remedies.askTitle : messages.remedies.limitTitle}
      onClose={onClose}
    >
      <DialogBody>
        {isRequest ? (
          <>
            <p>{messages.remedies.askHint}</p>
            <pre className={styles.text}>{text}</pre>
          </>
        ) : (
          <p>{remedy.does}</p>
        )}
      </DialogBody>
      <DialogFoot>
        <Button variant="ghost" shortcut={pageKeys.everywhere.close} onClick={onClose}>
          {messages.remedies.close}
        </Button>
        {remedy.isThreshold === true && onOpenWorkflow !== undefined && workflowId !== null ? (
          <Button variant="primary" onClick={() => onOpenWorkflow({ tenantId, projectId, workflowId })}>
            {messages.remedies.openWorkflow}
          </Button>
        ) : null}
        {isRequest ? (
          <CopyButton text={text} label={messages.remedies.copy} visibleLabel={messages.remedies.copy} />
        ) : null}
      </DialogFoot>
    </Dialog>
  );
}
