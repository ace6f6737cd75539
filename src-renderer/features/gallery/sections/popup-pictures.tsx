import { Button } from '#renderer/ui/button/button.tsx';
import { classNames } from '#renderer/ui/class-names.ts';
import floating from '#renderer/ui/floating/floating.module.css';
import { IconButton } from '#renderer/ui/icon-button/icon-button.tsx';
import { Icon } from '#renderer/ui/icon/icon.tsx';
import type { IconName } from '#renderer/ui/icon/product-icons.ts';
import { Kbd } from '#renderer/ui/kbd/kbd.tsx';
import { ExpiryRing } from '#renderer/ui/progress/expiry-ring.tsx';
import { StatusGlyph } from '#renderer/ui/status/status-glyph.tsx';
import toast from '#renderer/ui/toast/toast.module.css';
import styles from './example.module.css';

/** The popups' own classes on the page, so that their look can be seen without opening them. */
export function MenuPicture() {
  return (
    <div className={classNames(floating.sheet, floating.list, styles.still)}>
      <MenuRow icon="retry" words="Reprocess…" keys="R" highlighted />
      <MenuRow icon="copy" words="Copy id" keys="Mod+C" />
      <MenuRow icon="stop" words="Stop execution" off />
      <div className={floating.separator} />
      <MenuRow icon="trash" words="Discard…" danger />
    </div>
  );
}

export function ToastPictures() {
  return (
    <div className={styles.toasts}>
      <div className={classNames(toast.toast, toast.content)}>
        <ExpiryRing left={0.75} words="" />
        <div className={toast.text}>
          Approved <code className={styles.mono}>0409</code>
        </div>
        <Button size="sm" shortcut="U">
          Undo
        </Button>
        <IconButton icon="close" label="Dismiss" size="sm" className={toast.close} />
      </div>
      <div className={classNames(toast.toast, toast.content)}>
        <StatusGlyph glyph="succeeded" />
        <div className={toast.text}>28 of 28 reprocessed</div>
        <Button size="sm">Receipts</Button>
        <IconButton icon="close" label="Dismiss" size="sm" className={toast.close} />
      </div>
      <div className={classNames(toast.toast, toast.content)}>
        <StatusGlyph glyph="failed" />
        <div className={toast.text}>
          Braked, 2 of 10 failed
          <div className={toast.detail}>Two in a row with one fingerprint; nothing else was sent.</div>
        </div>
        <Button size="sm">Show</Button>
        <IconButton icon="close" label="Dismiss" size="sm" className={toast.close} />
      </div>
    </div>
  );
}

interface MenuRowProps {
  readonly icon: IconName;
  readonly words: string;
  readonly keys?: string;
  readonly highlighted?: boolean;
  readonly off?: boolean;
  readonly danger?: boolean;
}

function MenuRow({ icon, words, keys, highlighted, off, danger }: MenuRowProps) {
  return (
    <div
      className={classNames(floating.item, danger && floating.danger)}
      data-highlighted={highlighted ? '' : undefined}
      data-disabled={off ? '' : undefined}
      aria-disabled={off}
    >
      <Icon name={icon} size={14} />
      <span className={floating.itemText}>{words}</span>
      <span className={floating.itemEnd}>
        {off ? 'not running' : null}
        {keys === undefined ? null : <Kbd keys={keys} decorative />}
      </span>
    </div>
  );
}
