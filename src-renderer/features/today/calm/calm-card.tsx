import { EmptyState } from '#renderer/ui/states/empty-state.tsx';
import styles from './calm-card.module.css';

/** A day on which nothing needs anybody, and what is known to have gone well. */
export function CalmCard({ sentences }: { readonly sentences: readonly string[] }) {
  return (
    <section className={styles.calm} aria-label="Nothing needs you">
      <EmptyState title="Nothing needs you">
        <ul>
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </EmptyState>
    </section>
  );
}
