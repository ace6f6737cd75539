import { Button } from '#renderer/ui/button/button.tsx';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import styles from './page-viewer.module.css';

interface ViewerBarProps {
  readonly page: number;
  /** Undefined while it is loading. */
  readonly pages: number | undefined;
  readonly percent: number | undefined;
  readonly isToBox: boolean;
  readonly onPage: (page: number) => void;
  readonly onZoomIn: () => void;
  readonly onZoomOut: () => void;
  readonly onToBox: () => void;
  readonly onTurn: () => void;
}

export function ViewerBar(props: ViewerBarProps) {
  const { page, pages, percent, isToBox, onPage, onZoomIn, onZoomOut, onToBox, onTurn } = props;
  const isThere = pages !== undefined;
  return (
    <div className={styles.bar}>
      <IconButton
        icon="left"
        label="Previous page"
        shortcut="["
        size="sm"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span className={styles.pages}>{isThere ? `Page ${page} of ${pages}` : 'Page'}</span>
      <IconButton
        icon="right"
        label="Next page"
        shortcut="]"
        size="sm"
        disabled={!isThere || page >= pages}
        onClick={() => onPage(page + 1)}
      />
      <span className={styles.gap} />
      <IconButton
        icon="remove"
        label="Zoom out"
        shortcut="-"
        size="sm"
        disabled={!isThere}
        onClick={onZoomOut}
      />
      <span className={styles.percent}>{percent === undefined ? '' : `${percent} %`}</span>
      <IconButton icon="add" label="Zoom in" shortcut="+" size="sm" disabled={!isThere} onClick={onZoomIn} />
      <Button
        variant="ghost"
        size="sm"
        icon="zoom"
        shortcut="Z"
        aria-pressed={isToBox}
        disabled={!isThere}
        onClick={onToBox}
      >
        To box
      </Button>
      <IconButton
        icon="retry"
        label="Turn the page by a quarter"
        shortcut="."
        size="sm"
        disabled={!isThere}
        onClick={onTurn}
      />
    </div>
  );
}
