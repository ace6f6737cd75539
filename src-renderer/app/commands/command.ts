import type { FoundPlace } from '../find/found-place.ts';
import type { IdKind } from '#shared/domain/recognise-id.ts';
import type { Preferences } from '#shared/contract/preferences.ts';
import type { PagePath } from '#shared/domain/screens.ts';
import type { ConnectionSummary, Session } from '#shared/contract/session.ts';
import type { IconName } from '#renderer/ui/product-icons.ts';

import type { SettingsTab } from '#renderer/features/settings/settings-tabs.ts';

/** A command is defined once here; the palette, the shortcut sheet, tooltips and buttons all read it. */
export interface Command {
  readonly id: string;
  readonly title: string;
  readonly section: CommandSectionName;
  readonly keywords: readonly string[];
  /** These words may accompany the command's name but do not find it alone, such as "open" and "go to". */
  readonly fillers?: readonly string[];
  readonly icon: IconName;
  /** The hint tells this command from another one with the same title. */
  readonly hint?: string;
  /** The name and the ids of the thing that this leads to. They rank as the title does. */
  readonly names?: readonly string[];
  /** Set if this person cannot go there: the reason and another way. The row is listed and cannot be chosen. */
  readonly whyNot?: string;
  /** The shortcut is written as in ui/kbd: "Mod+K", "G T", "?". */
  readonly shortcut?: string;
  readonly opensPage?: true;
  readonly isAvailable: (context: CommandContext) => boolean;
  readonly run: (context: CommandContext) => void;
}

type CommandSectionName =
  | 'Ids'
  | 'This batch'
  | 'Opened lately'
  | 'Names'
  | 'Search further'
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

/** Commands reach the console only through this context, so that a test can pass in a fake console. */
export interface CommandContext {
  readonly session: Session;
  readonly preferences: Preferences;
  readonly connections: readonly ConnectionSummary[];
  readonly goTo: (path: PagePath) => void;
  /** Opens the part of the guide that explains the page that is shown. */
  readonly goToGuide: () => void;
  readonly goToWelcome: () => void;
  readonly goToSettings: (tab: SettingsTab) => void;
  /** Goes to the Explorer, to make a draft of a declaration. */
  readonly goToDraft: (how: 'describe' | 'import') => void;
  readonly goToQuestion: (system: string, pattern: string) => void;
  /** Looks an id up as one kind, or as every kind that it may be. */
  /** `searches`: a document that no index knows is looked for at once, at the price that its row named. */
  /** Goes to an address of the console itself. */
  readonly goToAddress: (address: string) => void;
  readonly goToFind: (id: string, as?: IdKind, searches?: boolean) => void;
  readonly goToTenant: (tenantId: string) => void;
  readonly openPlace: (place: FoundPlace) => void;
  /** Shows a dead-letter queue without receiving any message from it. */
  readonly goToQueue: (queue: string) => void;
  /** Goes to Review and opens the document that has waited longest. */
  readonly startReviewing: () => void;
  readonly savePreferences: (change: Partial<Preferences>) => void;
  readonly openConnection: (connectionId: string) => void;
  /** Goes to the form for a new connection, or to the import. */
  readonly addConnection: (page: 'add' | 'import') => void;
  /** Goes to the open connection and checks it. */
  readonly checkConnection: () => void;
  readonly actAs: (personaId: string) => void;
  readonly togglePalette: () => void;
  readonly toggleShortcutSheet: () => void;
  readonly toggleNavigation: () => void;
  /** Opens the choice of the tenant in the top bar. */
  readonly chooseTenant: () => void;
  /** This is undefined until the state of the sandbox has been read. */
  readonly trafficIsPaused: boolean | undefined;
  readonly setTraffic: (paused: boolean) => void;
  readonly askToResetSandbox: () => void;
  /** Opens the dialog, which unlocks nothing by being opened. */
  readonly askToUnlock: () => void;
  readonly lock: () => void;
}
