import { Icon } from '#renderer/ui/icon/icon.tsx';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import { markWords, type FieldMark } from './field-mark.ts';
import styles from './fields.module.css';

/** A quiet tick of the machine's, a green one of this person's, a diamond that waits for one. */
export function MarkSign({ mark }: { readonly mark: FieldMark }) {
  if (mark === 'none') return null;
  return (
    <span className={styles.sign} data-mark={mark} title={capital(markWords[mark])}>
      {mark === 'needs you' ? (
        <StatusGlyph glyph="review" />
      ) : mark === 'to check' ? (
        <span className={styles.open} />
      ) : (
        <Icon name="check" size={14} />
      )}
      {mark === 'you' ? <span aria-hidden>you</span> : null}
      <VisuallyHidden>{markWords[mark]}</VisuallyHidden>
    </span>
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
