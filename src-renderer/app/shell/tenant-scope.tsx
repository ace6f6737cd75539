import { Icon } from '#renderer/ui/icon/icon.tsx';
import { Popover } from '#renderer/ui/popover/popover.tsx';
import styles from './top-bar.module.css';

/** A choice of one so far; what opens says why. */
export function TenantScope() {
  return (
    <Popover
      title="All tenants"
      trigger={
        <button type="button" className={styles.scope}>
          <Icon name="tenant" size={14} />
          <span className={styles.folds}>All tenants</span>
          <Icon name="down" size={12} />
        </button>
      }
    >
      <p className={styles.explain}>
        Every screen covers all tenants for now. You can narrow it to one as soon as the console can list
        them, which is not built yet.
      </p>
    </Popover>
  );
}
