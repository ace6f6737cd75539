import { usePreferences } from '#renderer/contract/use-preferences.ts';
import { Note } from '#renderer/ui/note/note.tsx';
import { Select } from '#renderer/ui/select/select.tsx';
import { dueOptions } from './due-options.ts';
import { SettingRow } from './setting-row.tsx';
import styles from './setting-row.module.css';

export function ReviewTab() {
  const { preferences, failure, save } = usePreferences();
  return (
    <div className={styles.rows}>
      {failure === undefined ? null : (
        <Note tone="bad">
          <b>Your settings could not be read.</b> {failure.message} The default is shown
          {failure.reference === '' ? '.' : `; reference ${failure.reference}.`}
        </Note>
      )}
      <SettingRow
        title="A document is due"
        note="Counted from when it began to wait for review. It says what the queue calls overdue or due soon; nothing is reassigned or closed by it."
      >
        <Select
          label="A document is due"
          labelHidden
          value={String(preferences.reviewDueHours)}
          onChange={(hours) => save({ reviewDueHours: Number(hours) })}
          options={dueOptions(preferences.reviewDueHours)}
        />
      </SettingRow>
    </div>
  );
}
