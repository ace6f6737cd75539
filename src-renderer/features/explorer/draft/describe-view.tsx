import { useState, type SubmitEvent } from 'react';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { TextArea, TextField } from '#renderer/ui/field.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { formatCount } from '#renderer/ui/receipt-footer.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { ViewFrame, ViewPart } from '#renderer/ui/view-frame.tsx';
import type { DescribedForDraft } from '#shared/contract/drafts.ts';
import type { Failure } from '#shared/contract/result.ts';
import { counted } from '#shared/domain/formatting.ts';
import { readCost } from '#shared/pricing/request-costs.ts';
import { messages } from '../messages.ts';
import styles from './draft.module.css';
import { useDraft } from './draft-memory.ts';

interface DescribeViewProps {
  readonly onDraft: () => void;
}

/** Describes a table that no system of the catalogue has, and samples its keys in partitions that the person knows. */
export function DescribeView({ onDraft }: DescribeViewProps) {
  const { described, describe, open } = useDraft();
  const [typed, setTyped] = useState(described?.table.name ?? '');
  const describeTable = useCommand('catalogue.describeTable', { toldInPlace: true, onSuccess: describe });
  const problem = findIssue(describeTable.failure);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    const table = typed.trim();
    if (table !== '') void describeTable.run({ table });
  }

  function openDraft({ draft, table }: DescribedForDraft): void {
    open({ ...draft, from: messages.draft.fromTable(table.name) });
    onDraft();
  }

  return (
    <ViewFrame title={messages.draft.describeTitle} sub={messages.draft.describeSub}>
      <ViewPart title={messages.draft.table} hint={messages.draft.tableHint} padded>
        <form className={styles.row} noValidate onSubmit={submit} aria-label={messages.draft.table}>
          <TextField
            label={messages.draft.tableName}
            className={styles.tableName}
            mono
            value={typed}
            error={problem}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant="primary" icon="search" loading={describeTable.isRunning}>
            {messages.draft.describe}
          </Button>
        </form>
      </ViewPart>
      {described === null ? null : (
        <>
          <TableFacts described={described} />
          <SampleKeys key={described.table.name} described={described} />
          <ViewPart title={messages.draft.foundTitle} hint={messages.draft.foundHint(described)} padded>
            <Found described={described} />
            <div className={styles.actions}>
              <Button variant="primary" icon="edit" onClick={() => openDraft(described)}>
                {messages.draft.openDraft}
              </Button>
            </div>
          </ViewPart>
        </>
      )}
    </ViewFrame>
  );
}

/** Returns what is wrong with the input, in a sentence; other failures are told the same way. */
function findIssue(failure: Failure | undefined): string | undefined {
  return failure?.message;
}

function TableFacts({ described: { table } }: { readonly described: DescribedForDraft }) {
  const { items, bytes } = table;
  const mean = items === null || bytes === null || items === 0 ? null : Math.round(bytes / items);
  return (
    <ViewPart title={table.name} hint={messages.draft.noItemRead} padded>
      <dl className={styles.facts}>
        <dt>{messages.draft.keys}</dt>
        <dd className={styles.mono}>{table.keys}</dd>
        {table.indexes.map(({ name, keys }) => (
          <div key={name} className={styles.fact}>
            <dt>{name}</dt>
            <dd className={styles.mono}>{keys}</dd>
          </div>
        ))}
        <dt>{messages.draft.items}</dt>
        <dd>
          {items === null
            ? messages.draft.unknown
            : `${formatCount(items)}${mean === null ? '' : `, ${messages.draft.mean(mean)}`}`}
          <span className={styles.quiet}> {messages.draft.aboutSixHours}</span>
        </dd>
      </dl>
    </ViewPart>
  );
}

function SampleKeys({ described }: { readonly described: DescribedForDraft }) {
  const { table, price, sampled } = described;
  const { describeAgain } = useDraft();
  const [lines, setLines] = useState('');
  const [place, setPlace] = useState('table');
  const index = place === 'table' ? null : place.slice(indexOf.length);
  const [pasted, setPasted] = useState('');
  const [isPasting, setPasting] = useState(false);
  const sample = useCommand('catalogue.sampleKeys', { toldInPlace: true, onSuccess: describeAgain });
  const [said, setSaid] = useState<string | undefined>();
  const partitions = [...new Set(lines.split('\n').map((line) => line.trim()))].filter((line) => line !== '');
  const tooMany = partitions.length > mostPartitions ? messages.draft.tooMany(mostPartitions) : undefined;
  const failure = sample.isRunning ? undefined : sample.failure?.message;

  async function run(input: {
    readonly partitions: string[];
    readonly pasted: string | null;
  }): Promise<void> {
    setSaid(undefined);
    const result = await sample.run({ table: table.name, index, ...input });
    if (result.ok) setSaid(messages.draft.sampled(result.value));
  }

  return (
    <ViewPart
      title={messages.draft.sampleTitle}
      hint={sampled === 0 ? messages.draft.notSampled : messages.draft.keysKnown(sampled)}
      padded
    >
      <div className={styles.sample}>
        <p className={styles.about}>{messages.draft.sampleAbout}</p>
        <div className={styles.sampleFields}>
          <TextArea
            label={messages.draft.partitions}
            className={styles.partitions}
            mono
            rows={3}
            value={lines}
            placeholder="CUSTOMER#c-1042"
            error={tooMany ?? (isPasting ? undefined : failure)}
            onChange={(event) => setLines(event.currentTarget.value)}
          />
          {table.indexes.length === 0 ? null : (
            <Select
              label={messages.draft.keysOf}
              value={place}
              onChange={setPlace}
              options={[
                { value: 'table', label: messages.draft.theTable },
                ...table.indexes.map(({ name }) => ({ value: `${indexOf}${name}`, label: name })),
              ]}
            />
          )}
        </div>
        <div className={styles.price}>
          <Button
            icon="play"
            loading={sample.isRunning}
            disabled={partitions.length === 0 || tooMany !== undefined ? messages.draft.typeKey : false}
            onClick={() => void run({ partitions, pasted: null })}
          >
            {messages.draft.sampleKeys}
          </Button>
          <span className={styles.quiet}>{formatPrice(price, Math.max(1, partitions.length))}</span>
        </div>
        <Disclosure title={messages.draft.pasteItems} open={isPasting} onOpen={setPasting} line={false}>
          <div className={styles.sample}>
            <TextArea
              label={messages.draft.itemsJson}
              mono
              rows={5}
              value={pasted}
              hint={messages.draft.pasteHint}
              error={failure}
              onChange={(event) => setPasted(event.currentTarget.value)}
            />
            <div>
              <Button
                disabled={pasted.trim() === '' ? messages.draft.pasteFirst : false}
                loading={sample.isRunning}
                onClick={() => void run({ partitions: [], pasted })}
              >
                {messages.draft.takePasted}
              </Button>
            </div>
          </div>
        </Disclosure>
        {said === undefined ? null : <Note live>{said}</Note>}
      </div>
    </ViewPart>
  );
}

const mostPartitions = 10;
/** An index may have any name, also "table". */
const indexOf = 'index ';

/** "Up to 8 requests of 10 items: about 4 RRU (<$0.0001), at most 1,024 RRU ($0.0001, book)" */
export function formatPrice(price: DescribedForDraft['price'], keys: number): string {
  const { requests, itemsEach, usualRru, mostRru } = price;
  const most = mostRru * keys;
  const { text, book } = readCost(most);
  const usual = usualRru === null ? '' : `about ${formatCount(usualRru * keys)} RRU, `;
  return `${counted(requests * keys, 'request')} at most, ${String(itemsEach)} items each: ${usual}never more than ${formatCount(most)} RRU (${text}; ${book}).`;
}

function Found({ described: { draft, sampled } }: { readonly described: DescribedForDraft }) {
  const rows = draft.guesses.filter(({ path }) => /^entities\.[^.]+\.keys\./.test(path));
  const entities = new Map<string, { key: string; template: string }[]>();
  for (const { path, value } of rows) {
    const [, entity = '', key = ''] = /^entities\.([^.]+)\.keys\.(.+)$/.exec(path) ?? [];
    entities.set(entity, [...(entities.get(entity) ?? []), { key, template: JSON.parse(value) as string }]);
  }
  if (sampled === 0) return <p className={styles.about}>{messages.draft.foundNothing}</p>;
  return (
    <ul className={styles.found} aria-label={messages.draft.foundTitle}>
      {[...entities].map(([entity, keys]) => (
        <li key={entity}>
          <span>{entity}</span>
          <span className={styles.mono}>
            {keys.map(({ key, template }) => `${key} ${template}`).join('   ')}
          </span>
        </li>
      ))}
    </ul>
  );
}
