import { Fragment, useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { CopyButton } from './copy-button.tsx';
import { messages } from './messages.ts';
import styles from './key-value-list.module.css';

export interface KeyValueItem {
  readonly label: string;
  readonly value: ReactNode;
  readonly mono?: boolean | undefined;
  /** Ids have a copy button after the value with this label. */
  readonly copy?: string | undefined;
  readonly masked?: MaskedValue | undefined;
}

/**
 * The main process masks values, so a hidden value is not in the renderer. The owner replaces the item once
 * it is revealed.
 */
interface MaskedValue {
  /** The words name the hidden value, as in "e-mail" or "signed address". */
  readonly what: string;
  /** Reveals one audited field at a time; it is absent if the role may not see the value. */
  readonly reveal?: (() => Promise<void>) | undefined;
}

interface KeyValueListProps {
  readonly items: readonly KeyValueItem[];
  /** Figures line up at the end. */
  readonly align?: 'start' | 'end' | undefined;
  readonly size?: 'base' | 'small' | undefined;
}

export function KeyValueList({ items, align = 'start', size = 'base' }: KeyValueListProps) {
  return (
    <dl className={classNames(styles.list, align === 'end' && styles.end, size === 'small' && styles.small)}>
      {items.map((item) => (
        <Fragment key={item.label}>
          <dt>{item.label}</dt>
          <dd>
            {item.masked === undefined ? (
              <span className={classNames(styles.value, item.mono && styles.mono)}>{item.value}</span>
            ) : (
              <Masked label={item.label} masked={item.masked} />
            )}
            {item.copy === undefined || item.masked !== undefined ? null : (
              <span className={styles.copy}>
                <CopyButton text={item.copy} label={`Copy ${item.label}`} />
              </span>
            )}
          </dd>
        </Fragment>
      ))}
    </dl>
  );
}

function Masked({ label, masked }: { readonly label: string; readonly masked: MaskedValue }) {
  const [state, setState] = useState<'hidden' | 'asking' | 'refused'>('hidden');
  const { what, reveal } = masked;
  return (
    <>
      <span className={styles.well}>masked, {what}</span>
      {reveal === undefined ? null : (
        <Button
          variant="ghost"
          size="sm"
          icon="reveal"
          loading={state === 'asking'}
          aria-label={`Reveal ${label}`}
          onClick={() => {
            setState('asking');
            reveal().then(
              () => setState('hidden'),
              () => setState('refused'),
            );
          }}
        >
          Reveal
        </Button>
      )}
      {state === 'refused' ? (
        <span role="alert" className={styles.refused}>
          {messages.parts.notRevealed}
        </span>
      ) : null}
    </>
  );
}
