import { Icon } from '#renderer/ui/icon/icon.tsx';
import { Popover } from '#renderer/ui/popover/popover.tsx';
import styles from './top-bar.module.css';

export function JobsIndicator() {
  return (
    <Popover
      title="Jobs"
      align="end"
      trigger={
        <button type="button" className={styles.jobs}>
          <Icon name="jobs" size={14} />
          <span className={styles.folds}>No jobs</span>
        </button>
      }
    >
      <p className={styles.explain}>
        Bulk actions appear here while they run, with their progress, the time left and a way to stop them.
        None can be started yet: the screens that start them are not built.
      </p>
    </Popover>
  );
}
