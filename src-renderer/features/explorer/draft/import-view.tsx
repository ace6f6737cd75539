import { useState, type SubmitEvent } from 'react';
import { useCommand } from '#renderer/contract/use-operation.ts';
import { Button } from '#renderer/ui/button.tsx';
import { TextArea, TextField } from '#renderer/ui/field.tsx';
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
  const importModel = useCommand('catalogue.importModel', {
    toldInPlace: true,
    onSuccess({ draft, kind }) {
      open({ ...draft, from: messages.draft.fromModel(kind) });
      onDraft();
    },
  });
  const failure = importModel.isRunning ? undefined : importModel.failure;
  const field = failure?.code === 'invalid-input' ? failure.issues[0]?.path : undefined;
  const missing = isTried && text.trim() === '' ? messages.draft.pasteModel : undefined;

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    setTried(true);
    if (text.trim() !== '') void importModel.run({ text, table: table.trim() === '' ? null : table.trim() });
  }

  return (
    <ViewFrame title={messages.draft.importTitle} sub={messages.draft.importSub}>
      <ViewPart title={messages.draft.model} padded>
        <form className={styles.sample} noValidate onSubmit={submit} aria-label={messages.draft.importTitle}>
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
