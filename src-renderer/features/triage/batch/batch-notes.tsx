import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operationOptions } from '#renderer/contract/operation-options.ts';
import { useCauseMemories, useNoteOnCause } from '#renderer/contract/use-cause-memory.ts';
import { Button } from '#renderer/ui/button.tsx';
import { CauseMemoryPanel } from '#renderer/ui/cause-memory.tsx';
import { FailureMessage } from '#renderer/ui/failure-message.tsx';
import { usePageKeys } from '#renderer/ui/keys.ts';
import { Note } from '#renderer/ui/note.tsx';
import { pageKeys } from '#renderer/ui/page-keys.ts';
import { useShowReceipt } from '#renderer/ui/view-receipts.tsx';
import type { Batch } from '#shared/contract/pipeline-items.ts';
import {
  explainBatchFailure,
  failedWithoutDocuments,
  type BatchFailure,
} from '#shared/domain/batch-failure.ts';
import type { FailureGroup } from '#shared/domain/failure-groups.ts';
import type { GoTriage } from '../address.ts';
import styles from './failure-groups.module.css';
import { messages } from '../messages.ts';

interface BatchNotesProps {
  readonly batch: Batch;
  readonly go: GoTriage;
  readonly onExecution: () => void;
}

/** Shows why the batch failed on its own, and oddities of its item, which are notes because the batch is still shown. */
export function BatchNotes(props: BatchNotesProps) {
  const { batch } = props;
  const { problems, expired, catchingUp } = batch;
  return (
    <>
      <BatchFailureNote {...props} />
      {expired ? (
        <Note tone="warn" flat>
          <b>{messages.batch.expired}</b> {messages.batch.expiredNext}
        </Note>
      ) : null}
      {problems.length === 0 ? null : <Problems problems={problems} />}
      {catchingUp ? (
        <Note flat live>
          <b>{messages.batch.catchingUp}</b> {messages.batch.catchingUpNext}
        </Note>
      ) : null}
    </>
  );
}

/** Only the first few are shown, because an item that lacks everything would fill the page. */
function Problems({ problems }: { readonly problems: readonly string[] }) {
  const [isOpen, setOpen] = useState(false);
  const shown = isOpen ? problems : problems.slice(0, atFirst);
  const more = problems.length - shown.length;
  return (
    <Note
      flat
      action={
        problems.length > atFirst ? (
          <Button size="sm" variant="ghost" onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Show fewer' : `Show ${String(more)} more`}
          </Button>
        ) : undefined
      }
    >
      <b>{messages.batch.oddItem}</b> {shown.join('; ')}. Missing values are left blank.
    </Note>
  );
}

const atFirst = 2;

/** Says why a batch failed when none of its documents did. For any other batch nothing is read or shown. */
function BatchFailureNote(props: BatchNotesProps) {
  return failedWithoutDocuments(props.batch) ? <Explained {...props} /> : null;
}

function Explained({ batch, go, onExecution }: BatchNotesProps) {
  const { batchId } = batch;
  const run = batch.run ?? 0;
  const query = useQuery({ ...operationOptions('executions.read', { batchId, run }), enabled: run > 0 });
  useShowReceipt('execution', query.data?.receipt);
  const execution = query.data?.value ?? (query.error === null ? undefined : null);
  const { says, next, message, leads } = explainBatchFailure(batch, execution);
  const isReading = run > 0 && execution === undefined;
  const open: Readonly<Record<BatchFailure['leads'], () => void>> = {
    execution: onExecution,
    deliveries: () => go({ part: 'deliveries' }, 'replace'),
    item: () => go({ part: 'item' }, 'replace'),
  };
  return (
    <Note
      flat
      live
      tone="bad"
      action={
        <Button size="sm" variant="ghost" onClick={open[leads]}>
          {titles[leads]}
        </Button>
      }
    >
      <b>{isReading ? reading : says}</b> {isReading ? null : next}
      {message === null ? null : <FailureMessage message={message} most={240} of="the execution" />}
    </Note>
  );
}

const reading = 'No document failed. Reading why its run did.';
const titles: Readonly<Record<BatchFailure['leads'], string>> = {
  execution: 'Show the execution',
  deliveries: 'Show the deliveries',
  item: 'Show the item',
};

/** Shows the whole message of the chosen failure group, with the parts marked that differ between its documents. */
export function GroupMessage({ group }: { readonly group: FailureGroup | undefined }) {
  if (group === undefined || group.sample === null) return null;
  const { fingerprint, sample, documents } = group;
  const messagesOfGroup = documents.flatMap(({ error }) => error?.message ?? []);
  return (
    <FailureMessage
      key={fingerprint}
      className={styles.message}
      message={sample}
      others={messagesOfGroup}
      most={240}
      of={`group ${fingerprint}`}
    />
  );
}

interface GroupMemoryProps {
  /** The chosen group, or the only one. */
  readonly group: FailureGroup | undefined;
  readonly now: number;
}

/** Shows how the last reprocesses of a cause went over all tenants, and what a colleague wrote about what to do. */
export function GroupMemory({ group, now }: GroupMemoryProps) {
  const fingerprint = group?.fingerprint;
  const memories = useCauseMemories(fingerprint === undefined ? [] : [fingerprint]);
  useShowReceipt('cause memory', memories.receipt);
  const memory = fingerprint === undefined ? undefined : memories.of(fingerprint);
  const noting = useNoteOnCause(memory, memories.whyNotKept);
  usePageKeys(pageKeys.triage, {
    note:
      memory !== undefined && noting.whyNot === undefined && noting.draft === null
        ? () => noting.onDraft(memory.note?.text ?? '')
        : undefined,
  });
  if (memory === undefined) return null;
  return (
    <div className={styles.memory}>
      <CauseMemoryPanel
        key={fingerprint}
        memory={memory}
        whyNotKept={memories.whyNotKept}
        notRead={memories.failure}
        noting={noting}
        shortcut={pageKeys.triage.note}
        now={now}
      />
    </div>
  );
}
