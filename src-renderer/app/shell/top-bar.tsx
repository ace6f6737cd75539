import { ConnectionChip } from './connection-chip.tsx';
import { JobsIndicator } from './jobs-indicator.tsx';
import { JumpField } from './jump-field.tsx';
import { RoleChip } from './role-chip.tsx';
import { SpendMeter } from './spend-meter.tsx';
import { TenantScope } from './tenant-scope.tsx';
import styles from './top-bar.module.css';

export function TopBar() {
  return (
    <header className={styles.bar}>
      <ConnectionChip />
      <TenantScope />
      <JumpField />
      <JobsIndicator />
      <SpendMeter />
      <RoleChip />
    </header>
  );
}
