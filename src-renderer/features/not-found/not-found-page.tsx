import type { ReactNode } from 'react';
import { View, ViewHead } from '#renderer/ui/pane.tsx';
import { EmptyState } from '#renderer/ui/states.tsx';
import styles from './not-found-page.module.css';

interface NotFoundPageProps {
  readonly path: string;
  /** The way out, a link of the router. */
  readonly home: ReactNode;
}

export function NotFoundPage({ path, home }: NotFoundPageProps) {
  return (
    <View head={<ViewHead title="Page not found" />}>
      <EmptyState title="No page has this address" actions={home}>
        <p>
          <code className={styles.path}>{path}</code>
        </p>
        <p>The address may be mistyped or from another version. Nothing was read or changed.</p>
      </EmptyState>
    </View>
  );
}
