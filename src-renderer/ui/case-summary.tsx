import { use, useState } from 'react';
import { writeCaseLink, type CasePlace } from '#shared/domain/case-link.ts';
import { summariseForCustomer, summariseForTicket, type Case } from '#shared/domain/case-summary.ts';
import { Button } from './button.tsx';
import { CaseLinksProvider } from './case-link.tsx';
import styles from './case-summary.module.css';
import { useCopyAndTell } from './copy-button.tsx';
import { Dialog, DialogBody, DialogFoot } from './dialog.tsx';
import { TextArea } from './field.tsx';
import { Segmented } from './segmented.tsx';

interface CaseSummaryDialogProps {
  readonly title: string;
  /** The case without its link, which this dialog adds for a ticket. */
  readonly of: Case;
  readonly place: CasePlace;
  /** Part of what the summary uses is still being read. */
  readonly reading: boolean;
  readonly onClose: () => void;
}

type Reader = 'ticket' | 'customer';

/** Shows the summary for a ticket or for a customer before it is copied. It can be changed first. */
export function CaseSummaryDialog({ title, of, place, reading, onClose }: CaseSummaryDialogProps) {
  const open = use(CaseLinksProvider);
  const copy = useCopyAndTell();
  const [reader, setReader] = useState<Reader>('ticket');
  const [changed, setChanged] = useState<Partial<Record<Reader, string>>>({});
  const link = open === null ? null : writeCaseLink({ deployment: open.deployment, place });
  const made = reader === 'ticket' ? summariseForTicket({ ...of, link }) : summariseForCustomer(of);
  const text = changed[reader] ?? made;

  return (
    <Dialog open title={title} size="lg" sticky onClose={onClose}>
      <DialogBody className={styles.body}>
        <Segmented
          label={texts.reader}
          size="sm"
          value={reader}
          options={[
            { value: 'ticket', label: texts.ticket },
            { value: 'customer', label: texts.customer },
          ]}
          onChange={setReader}
        />
        <TextArea
          label={reader === 'ticket' ? texts.ticketText : texts.customerText}
          hint={`${reader === 'ticket' ? texts.ticketHint : texts.customerHint}${reading ? ` ${texts.reading}` : ''}`}
          rows={16}
          value={text}
          spellCheck={reader === 'customer'}
          onChange={({ currentTarget }) => {
            const { value } = currentTarget;
            setChanged((before) => ({ ...before, [reader]: value }));
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            copy(text, texts.copied[reader]);
          }}
        />
      </DialogBody>
      <DialogFoot>
        {text === made ? null : (
          <Button variant="ghost" onClick={() => setChanged((before) => ({ ...before, [reader]: made }))}>
            {texts.reset}
          </Button>
        )}
        <Button onClick={onClose}>{texts.close}</Button>
        <Button
          variant="primary"
          icon="copy"
          shortcut="Mod+Enter"
          onClick={() => copy(text, texts.copied[reader])}
        >
          {texts.copy}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

const texts = {
  reader: 'Summary for',
  ticket: 'For a ticket',
  customer: 'For a customer',
  ticketText: 'Text for the ticket',
  customerText: 'Text for the customer',
  ticketHint: 'Ids, counts and causes, without values of documents.',
  customerHint:
    'No names of colleagues, no messages and no ids but that of the batch. Check it before you send it.',
  reading: 'What was done is still being read.',
  copy: 'Copy',
  close: 'Close',
  reset: 'Undo changes',
  copied: { ticket: 'Summary for the ticket', customer: 'Summary for the customer' },
};
