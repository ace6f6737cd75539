import { usePreferences } from '#renderer/contract/use-preferences.ts';
import { Note } from '#renderer/ui/note/note.tsx';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import { SettingRow } from './setting-row.tsx';
import styles from './setting-row.module.css';

export function AppearanceTab() {
  const { preferences, failure, save } = usePreferences();
  return (
    <div className={styles.rows}>
      {failure === undefined ? null : (
        <Note tone="bad">
          <b>Your settings could not be read.</b> {failure.message} The defaults are shown
          {failure.reference === '' ? '.' : `; reference ${failure.reference}.`}
        </Note>
      )}
      <SettingRow title="Theme" note="System follows the setting of this computer, by day and by night.">
        <Segmented
          label="Theme"
          value={preferences.theme}
          onChange={(theme) => save({ theme })}
          options={[
            { value: 'system', label: 'System', icon: 'themeSystem' },
            { value: 'dark', label: 'Dark', icon: 'themeDark' },
            { value: 'light', label: 'Light', icon: 'themeLight' },
          ]}
        />
      </SettingRow>
      <SettingRow title="Motion" note="Reduced stops every transition and every spinner.">
        <Segmented
          label="Motion"
          value={preferences.motion}
          onChange={(motion) => save({ motion })}
          options={[
            { value: 'system', label: 'System' },
            { value: 'reduced', label: 'Reduced' },
          ]}
        />
      </SettingRow>
      <SettingRow title="Navigation" note="A narrow window collapses it by itself.">
        <Segmented
          label="Navigation"
          value={preferences.navigation}
          onChange={(navigation) => save({ navigation })}
          options={[
            { value: 'full', label: 'Icons and words' },
            { value: 'collapsed', label: 'Icons only' },
          ]}
        />
      </SettingRow>
    </div>
  );
}
