import type { Role } from '#shared/contract/define.ts';
import { usePreferences } from '#renderer/contract/use-preferences.ts';
import { ViewHead } from '#renderer/ui/pane/view.tsx';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import { Lead } from './lead/lead.tsx';
import { pollerWords } from './poller-words.ts';
import type { Seen } from './reading/seen.ts';
import styles from './today-head.module.css';
import { momentWords } from './when-words.ts';

interface TodayHeadProps {
  readonly seen: Seen;
  readonly onLayOut: (as: Role) => void;
}

export function TodayHead({ seen, onLayOut }: TodayHeadProps) {
  const { now, as, monitor } = seen;
  const { pollHidden } = usePreferences().preferences;
  return (
    <ViewHead
      title="Today"
      sub={momentWords(now)}
      actions={
        <>
          {monitor === undefined ? null : (
            <span className={styles.poller}>
              <Lead to={{ desk: 'alarms' }}>{pollerWords(monitor.poller, pollHidden)}</Lead>
            </span>
          )}
          <Segmented size="sm" label="Laid out for" value={as} onChange={onLayOut} options={layouts} />
        </>
      }
    />
  );
}

const layouts = [
  { value: 'support', label: 'Support' },
  { value: 'reviewer', label: 'Reviewer' },
  { value: 'admin', label: 'Admin' },
] as const;
