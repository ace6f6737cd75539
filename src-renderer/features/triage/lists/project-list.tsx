import type { Project } from '#shared/contract/triage/tenants.ts';
import { grouped } from '#shared/domain/grouped-number.ts';
import { RowList } from '#renderer/ui/row-list/row-list.tsx';
import { ListEnd } from '../parts/list-end.tsx';
import { ListState } from '../parts/list-state.tsx';
import styles from './lists.module.css';
import type { Pages } from '../parts/use-pages.ts';

interface ProjectListProps {
  readonly pages: Pages<Project>;
  readonly isPrimary: boolean;
  readonly onOpen: (projectId: string) => void;
}

export function ProjectList({ pages, isPrimary, onOpen }: ProjectListProps) {
  return (
    <ListState pages={pages} what="projects" empty="This tenant has no projects">
      <RowList
        label="Projects"
        rows={pages.rows}
        rowId={({ projectId }) => projectId}
        rowHeight={48}
        primary={isPrimary}
        onOpen={({ projectId }) => onOpen(projectId)}
        onMore={pages.complete ? undefined : pages.readOn}
        onReachEnd={pages.readOn}
        end={<ListEnd pages={pages} note="These are all." />}
      >
        {({ name, projectId, batchCount }) => (
          <div className={styles.project}>
            <span className={styles.crumbName}>{name ?? projectId}</span>
            <span className={styles.standing}>
              {batchCount === null ? '' : batchCount === 1 ? '1 batch' : `${grouped(batchCount)} batches`}
            </span>
            <span className={styles.about}>{projectId}</span>
          </div>
        )}
      </RowList>
    </ListState>
  );
}
