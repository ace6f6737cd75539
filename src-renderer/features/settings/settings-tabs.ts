/** The tabs in order; an address names one by its value. */
export const settingsTabs = [
  { value: 'connections', label: 'Connections' },
  { value: 'sandbox', label: 'Sandbox' },
  { value: 'review', label: 'Review' },
  { value: 'monitoring', label: 'Monitoring' },
  { value: 'appearance', label: 'Appearance' },
  { value: 'shortcuts', label: 'Shortcuts' },
  { value: 'console', label: 'This console' },
] as const;

export type SettingsTab = (typeof settingsTabs)[number]['value'];
