import type { ComponentPropsWithRef } from 'react';
import styles from './inline.module.css';

/** Holds text for screen readers only. It takes no room, so it may stand inside any row. */
export function VisuallyHidden(props: Omit<ComponentPropsWithRef<'span'>, 'className'>) {
  return <span {...props} className={styles.hidden} />;
}

/** The class alone, for elements that must stay what they are, such as the caption of a table. */
export const visuallyHidden = styles.hidden;
