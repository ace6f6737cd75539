import type { IdKind } from '#shared/domain/recognise-id.ts';
import type { Preferences } from '#shared/contract/preferences.ts';
import type { PagePath } from '#shared/domain/screens.ts';
import type { ConnectionSummary, Session } from '#shared/contract/session.ts';
import type { IconName } from '#renderer/ui/product-icons.ts';

import type { SettingsTab } from '#renderer/features/settings/settings-tabs.ts';

/** Something a person can do, said once: palette, shortcut sheet, tooltips and buttons read it. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly section: CommandSectionName;
  readonly keywords: readonly string[];
  /** Words that may be said along with its name but do not find it alone: "open", "go to". */
  readonly fillers?: readonly string[];
  readonly icon: IconName;
  /** What tells it from another of the same title. */
  readonly hint?: string;
  /** As in ui/kbd: "Mod+K", "G T", "?". */
  readonly shortcut?: string;
  readonly opensPage?: true;
  readonly isAvailable: (context: CommandContext) => boolean;
  readonly run: (context: CommandContext) => void;
}

type CommandSectionName =
  | 'Ids'
  | 'Here'
  | 'Tenants'
  | 'Queues'
  | 'Pages'
  | 'Questions'
  | 'Console'
  | 'Appearance'
  | 'Sandbox'
  | 'Connections'
  | 'People';

/** All that a command may look at and do, so that a test can hand it a made-up console. */
export interface CommandContext {
  readonly session: Session;
  readonly preferences: Preferences;
  readonly connections: readonly ConnectionSummary[];
  readonly goTo: (path: PagePath) => void;
  readonly goToSettings: (tab: SettingsTab) => void;
  readonly goToQuestion: (system: string, pattern: string) => void;
  /** Looks an id up, as whatever it may be or as one kind. */
  readonly goToFind: (id: string, as?: IdKind) => void;
  readonly goToTenant: (tenantId: string) => void;
  /** Shows a dead-letter queue; receives nothing. */
  readonly goToQueue: (queue: string) => void;
  /** Goes to Review and opens what waits longest. */
  readonly startReviewing: () => void;
  readonly savePreferences: (change: Partial<Preferences>) => void;
  readonly openConnection: (connectionId: string) => void;
  /** Goes to the open connection and checks it. */
  readonly checkConnection: () => void;
  readonly actAs: (personaId: string) => void;
  readonly togglePalette: () => void;
  readonly toggleShortcutSheet: () => void;
  readonly toggleNavigation: () => void;
  /** Undefined while nobody has asked the sandbox yet. */
  readonly trafficIsPaused: boolean | undefined;
  readonly setTraffic: (paused: boolean) => void;
  readonly askToResetSandbox: () => void;
  /** Opens the dialog; nothing is unlocked by it. */
  readonly askToUnlock: () => void;
  readonly lock: () => void;
}
