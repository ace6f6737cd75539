import { useState } from 'react';
import type { Receipt } from '#shared/contract/result.ts';
import { JsonView } from '#renderer/ui/json-view.tsx';
import { ExactNumber, type JsonValue } from '#renderer/ui/json-lines.ts';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { Pane, View, ViewHead } from '#renderer/ui/pane.tsx';
import { ReceiptFooter } from '#renderer/ui/receipt-footer.tsx';
import { SplitPanes } from '#renderer/ui/split-panes.tsx';
import { sampleNow } from './sample-documents.tsx';
import styles from './data-sections.module.css';
import { noAction } from './example.tsx';

const receipts: readonly Receipt[] = [
  receipt('batchesByStatus', 'GSI2', 2, 9),
  receipt('batchById', 'GSI3', 0.5, 1),
  receipt('documentsByStatus', 'GSI2', 31.5, 240),
  receipt('reviewQueueByDueTime', 'GSI2', 9.5, 184),
  receipt('workflowsNewestFirst', 'GSI1', 1.5, 12),
];

const titles: Readonly<Record<string, string>> = {
  batchesByStatus: 'Batches by status',
  batchById: 'Batch by id',
  documentsByStatus: 'Documents by status',
  reviewQueueByDueTime: 'Review queue by due time',
  workflowsNewestFirst: 'Workflows, newest first',
};

function receipt(pattern: string, index: string, rru: number, items: number): Receipt {
  const asOf = new Date(sampleNow - 4000).toISOString();
  return { pattern, index, rru, items, pages: 1, bytes: items * 900, ms: 11, asOf };
}

function findTitle(pattern: string): string {
  return titles[pattern] ?? pattern;
}

export function PanesExample() {
  const [size, setSize] = useState(280);
  return (
    <div className={styles.view}>
      <View
        head={<ViewHead title="Triage" sub="a view with two split panes" />}
        foot={<ReceiptFooter receipts={receipts} titleOf={findTitle} now={sampleNow} onRefresh={noAction} />}
      >
        <SplitPanes
          label="Width of the batch list"
          size={size}
          onResize={setSize}
          defaultSize={280}
          min={180}
          minOther={220}
          start={
            <Pane head={{ title: 'Batches', hint: 'PROCESSING 9' }} padded>
              Drag the hairline, or focus it and press the arrow keys.
            </Pane>
          }
          end={
            <SplitPanes
              label="Height of the lower pane"
              direction="column"
              sized="end"
              defaultSize={96}
              min={64}
              minOther={80}
              start={
                <Pane head={{ title: 'Documents', hint: '240', line: true }} padded>
                  {size} pixels are kept for next time.
                </Pane>
              }
              end={
                <Pane head={{ title: 'Cost so far', hint: '202 documents' }} padded>
                  $9.61
                </Pane>
              }
            />
          }
        />
      </View>
    </div>
  );
}

export function ReceiptsExample() {
  return (
    <div className={styles.stack}>
      <ReceiptFooter
        receipts={receipts.slice(0, 1)}
        titleOf={findTitle}
        now={sampleNow}
        onRefresh={noAction}
      />
      <ReceiptFooter
        receipts={receipts}
        titleOf={findTitle}
        now={sampleNow + 65_000}
        refreshing
        onRefresh={noAction}
      />
      <ReceiptFooter receipts={[]} now={sampleNow} />
    </div>
  );
}

export function KeyValueExample() {
  const [email, setEmail] = useState<string>();
  return (
    <div className={styles.padded}>
      <KeyValueList
        items={[
          { label: 'Batch', value: 'batch-01JC9Q4V8M7T', mono: true, copy: 'batch-01JC9Q4V8M7T' },
          { label: 'Tenant', value: 'Northwind Logistics' },
          {
            label: 'Uploaded by',
            value: email,
            masked:
              email === undefined
                ? { what: 'e-mail', reveal: () => Promise.resolve(setEmail('mo@northwind.example')) }
                : undefined,
          },
          { label: 'Signed address', value: null, masked: { what: 'signed address' } },
        ]}
      />
    </div>
  );
}

const item = {
  PK: 'TENANT#northwind#BATCH#01JC9Q4V8M7T',
  SK: 'DOCUMENT#inv-2026-11-0398.pdf',
  GSI2PK: 'TENANT#northwind#BATCH#01JC9Q4V8M7T#STATUS#FAILED',
  GSI2SK: '2026-11-20T14:20:17.402Z',
  type: 'Document',
  pages: 3,
  error: { name: 'ThrottlingException', fingerprint: '7c41e9', attempts: 3 },
  lines: Array.from({ length: 240 }, (_, index) => ({ line: index + 1, total: new ExactNumber('12.30') })),
  uploadedBy: null,
  balance: new ExactNumber('90071992547409931234567890.12'),
  archived: false,
  ttl: 1_795_305_600,
} satisfies JsonValue;

const keyRoles = { PK: 'pk', SK: 'sk', GSI2PK: 'gsi2', GSI2SK: 'gsi2' } as const;
const masked = new Map([['/uploadedBy', 'e-mail']]);
const nothingMasked = new Map<string, string>();
const revealable = new Map([['/uploadedBy', 'offered']] as const);

export function JsonExample() {
  const [revealed, setRevealed] = useState(false);
  return (
    <div className={styles.padded}>
      <JsonView
        label="Sample item"
        value={revealed ? { ...item, uploadedBy: 'mo@northwind.example' } : item}
        keyRoles={keyRoles}
        masked={revealed ? nothingMasked : masked}
        revealable={revealed ? undefined : revealable}
        onReveal={() => setRevealed(true)}
        annotate={expiry}
      />
    </div>
  );
}

function expiry(path: string, value: JsonValue): string | undefined {
  if (path !== '/ttl' || typeof value !== 'number') return undefined;
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }).format(value * 1000);
}
