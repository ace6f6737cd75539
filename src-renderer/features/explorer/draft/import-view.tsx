import { useState, type SubmitEvent } from 'react';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { TextArea, TextField } from '#renderer/ui/field.tsx';
import { useStillWanted } from '#renderer/ui/use-still-wanted.ts';
import { ViewFrame, ViewPart } from '#renderer/ui/view-frame.tsx';
import { messages } from '../messages.ts';
import styles from './draft.module.css';
import { useDraft } from './draft-memory.ts';

interface ImportViewProps {
  readonly onDraft: () => void;
}

/** Makes a draft of the JSON of an ElectroDB or a NoSQL Workbench model. Nothing is read from AWS. */
export function ImportView({ onDraft }: ImportViewProps) {
  const { open } = useDraft();
  const [text, setText] = useState('');
  const [table, setTable] = useState('');
  const [isTried, setTried] = useState(false);
  const beginWaiting = useStillWanted('import');
  const importModel = useCommand('catalogue.importModel', { toldInPlace: true });
  const failure = importModel.isRunning ? undefined : importModel.failure;
  const field = failure?.code === 'invalid-input' ? failure.issues[0]?.path : undefined;
  const missing = isTried && text.trim() === '' ? messages.draft.pasteModel : undefined;

  async function submit(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    setTried(true);
    if (text.trim() === '') return;
    const isWanted = beginWaiting();
    const result = await importModel.run({ text, table: table.trim() === '' ? null : table.trim() });
    if (!result.ok || !isWanted()) return;
    const { draft, kind } = result.value;
    open({ ...draft, from: messages.draft.fromModel(kind) });
    onDraft();
  }

  return (
    <ViewFrame title={messages.draft.importTitle} sub={messages.draft.importSub}>
      <ViewPart title={messages.draft.model} padded>
        <form
          className={styles.sample}
          noValidate
          onSubmit={(event) => void submit(event)}
          aria-label={messages.draft.importTitle}
        >
          <p className={styles.about}>{messages.draft.importAbout}</p>
          <TextArea
            label={messages.draft.modelJson}
            mono
            rows={14}
            value={text}
            error={missing ?? (field === 'table' ? undefined : failure?.message)}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <div className={styles.row}>
            <TextField
              label={messages.draft.tableName}
              className={styles.tableName}
              mono
              hint={messages.draft.tableNameHint}
              error={field === 'table' ? failure?.message : undefined}
              value={table}
              onChange={(event) => setTable(event.currentTarget.value)}
            />
          </div>
          <div>
            <Button type="submit" variant="primary" icon="downloads" loading={importModel.isRunning}>
              {messages.draft.import}
            </Button>
          </div>
        </form>
      </ViewPart>
    </ViewFrame>
  );
}
