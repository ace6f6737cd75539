import type { Poller } from '#shared/contract/monitor/poller.ts';
import { monthAtPace, paceChoices, paceWords } from '#shared/domain/poll-pace.ts';
import { useMonitor } from '#renderer/contract/use-monitor.ts';
import { usePreferences } from '#renderer/contract/use-preferences.ts';
import { Note } from '#renderer/ui/note/note.tsx';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import { Select } from '#renderer/ui/select/select.tsx';
import { Switch } from '#renderer/ui/switch/switch.tsx';
import { budgetWords } from './budget-words.ts';
import { SettingRow } from './setting-row.tsx';
import styles from './setting-row.module.css';

/** What the one poller may ask of AWS by itself, and what is told of what it sees. */
export function MonitoringTab() {
  const { preferences, failure, save } = usePreferences();
  const poller = useMonitor().value?.poller;
  return (
    <div className={styles.rows}>
      {failure === undefined ? null : (
        <Note tone="bad">
          <b>Your settings could not be read.</b> {failure.message} The defaults are shown
          {failure.reference === '' ? '.' : `; reference ${failure.reference}.`}
        </Note>
      )}
      <SettingRow
        title="Alarms and queues are looked at"
        note={`By one poller for all windows. ${budgetWords(poller)}${freeWords(poller)}`}
      >
        <div className={styles.choice}>
          <Select
            label="Alarms and queues are looked at"
            labelHidden
            value={String(preferences.pollSeconds)}
            onChange={(seconds) => save({ pollSeconds: Number(seconds) })}
            options={paceChoices(preferences.pollSeconds).map((seconds) => {
              const month = poller && monthAtPace(poller.budget.usdAMonth, poller.seconds, seconds);
              return {
                value: String(seconds),
                label: capitalised(paceWords(seconds)),
                hint: month === null || month === undefined ? undefined : `${month} a month`,
              };
            })}
          />
        </div>
      </SettingRow>
      <SettingRow
        title="While no window is in sight"
        note="Paused, nothing is asked and nothing is told until you are back. In a browser a hidden tab always pauses; going on is for the desktop window."
      >
        <Segmented
          label="While no window is in sight"
          value={preferences.pollHidden}
          onChange={(pollHidden) => save({ pollHidden })}
          options={[
            { value: 'pause', label: 'Pause' },
            { value: 'go on', label: 'Go on' },
          ]}
        />
      </SettingRow>
      <SettingRow
        title="Notices"
        note="Tell when an alarm fires or a dead-letter queue is no longer empty: on the desktop while the window is not in front, else on the page. Off, Monitor still lists them."
      >
        <Switch
          label="Notices"
          labelHidden
          checked={preferences.notices === 'on'}
          onChange={(on) => save({ notices: on ? 'on' : 'off' })}
        />
      </SettingRow>
    </div>
  );
}

function freeWords(poller: Poller | undefined): string {
  return poller === undefined || poller.state === 'off'
    ? ''
    : ' Listing alarms is counted as free; what charts of throughput read of tables is left out.';
}

function capitalised(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
