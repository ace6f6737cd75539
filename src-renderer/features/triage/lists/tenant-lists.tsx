import { Button } from '#renderer/ui/button/button.tsx';
import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import { Note } from '#renderer/ui/note/note.tsx';
import { PaneBar, PaneBarTitle } from '#renderer/ui/pane/pane-bar.tsx';
import { Segmented } from '#renderer/ui/segmented/segmented.tsx';
import type { TenantReading } from '../tenants/use-tenant.ts';
import type { GoTriage, TriageAddress } from '../triage-address.ts';
import type { TriagePageProps } from '../triage-page-props.ts';
import styles from './lists.module.css';
import { ProjectLists } from './project-lists.tsx';
import { StatusLists } from './status-lists.tsx';

export interface TenantListsProps {
  readonly tenantId: string;
  readonly known: TenantReading;
  readonly address: TriageAddress;
  readonly go: GoTriage;
  /** False while what was asked for first is still being read. */
  readonly mayRead: boolean;
  readonly onOpenWorkflow: TriagePageProps['onOpenWorkflow'];
}

/** What a tenant has: batches by status, or by project with its workflows and people. */
export function TenantLists(props: TenantListsProps) {
  const { tenantId, known, address, go } = props;
  const by = address.view === 'status' ? 'status' : 'project';
  return (
    <section className={styles.pane} aria-label={`Lists of ${known.tenant?.name ?? tenantId}`}>
      <PaneBar line={false}>
        <PaneBarTitle of="page">Triage</PaneBarTitle>
        <span className={styles.keys}>
          <Kbd keys="J" />
          <Kbd keys="K" />
        </span>
        <Segmented
          label="Batches"
          size="sm"
          value={by}
          onChange={(view) => go({ view, list: '' })}
          options={[
            { value: 'status', label: 'By status' },
            { value: 'project', label: 'By project' },
          ]}
        />
      </PaneBar>
      {known.isUnknown ? (
        <Note
          flat
          live
          tone="warn"
          action={
            <Button size="sm" variant="ghost" onClick={() => go({ tenant: null, batch: null })}>
              All tenants
            </Button>
          }
        >
          No item says that there is a tenant “{tenantId}” on this connection.
        </Note>
      ) : null}
      <div className={styles.body}>
        {by === 'status' ? <StatusLists {...props} /> : <ProjectLists {...props} />}
      </div>
    </section>
  );
}
