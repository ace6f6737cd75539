import { idWords } from '#shared/domain/recognise-id.ts';
import type { IdKind, RecognisedId } from '#shared/domain/recognise-id.ts';
import { Button } from '#renderer/ui/button/button.tsx';
import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import styles from './find.module.css';

interface UnknownShapeProps {
  readonly pasted: string;
  readonly onChoose: (recognised: RecognisedId) => void;
}

/** Nothing is tried in turn: each try would be a read. Who knows what it is may say so. */
export function UnknownShape({ pasted, onChoose }: UnknownShapeProps) {
  const id = pasted.trim();
  const mayBeId = !/[\s#/]/.test(id) && id.length <= 256;
  return (
    <EmptyState
      title="This has the shape of no id"
      actions={
        mayBeId ? (
          <>
            {kinds.map((kind) => (
              <Button key={kind} size="sm" onClick={() => onChoose({ kind, id })}>
                It is {idWords[kind]}
              </Button>
            ))}
          </>
        ) : undefined
      }
    >
      <p>Nothing was read. These shapes are known:</p>
      <ul className={styles.shapes}>
        {examples.map(([what, shape]) => (
          <li key={what}>
            {what} <code>{shape}</code>
          </li>
        ))}
      </ul>
    </EmptyState>
  );
}

/** Those whose ids a deployment chooses itself, so that they may look like anything. */
const kinds: readonly IdKind[] = ['batch', 'tenant', 'message'];

const examples = [
  ['Batch', 'batch-01JC9NZK41RD'],
  ['Document', 'TENANT#t#BATCH#b with DOCUMENT#d'],
  ['Execution', 'arn:aws:states:…:execution:…'],
  ['Message', 'f47ac10b-58cc-4372-a567-0e02b2c3d479'],
  ['FileID', 'positions-2026-02-28'],
  ['Download batch', 'batch-2026-02-28-…'],
  ['Person', 'an e-mail address'],
  ['Tenant', 'TENANT#northwind'],
] as const;
