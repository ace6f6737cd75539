import { useId, type ComponentProps, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import { classNames } from './class-names.ts';
import { CopyButton } from './copy-button.tsx';
import { Kbd } from './kbd.tsx';
import { makeScrollReachable } from './make-scroll-reachable.ts';
import { pageKeys } from './page-keys.ts';
import inline from './inline.module.css';
import styles from './pane.module.css';

interface PaneProps {
  /** The label names the region if there is no PaneHead. */
  readonly label?: string | undefined;
  readonly head?: PaneHeadProps | undefined;
  /** Stays above the body, such as a PaneBar in place of a PaneHead. */
  readonly top?: ReactNode;
  /** The body scrolls by default; a table or a split does its own scrolling and needs "fixed". */
  readonly body?: 'scrolls' | 'fixed' | undefined;
  readonly padded?: boolean | undefined;
  readonly children: ReactNode;
}

export function Pane({ label, head, top, body = 'scrolls', padded = false, children }: PaneProps) {
  const titleId = useId();
  return (
    <section
      className={styles.pane}
      aria-label={head === undefined ? label : undefined}
      aria-labelledby={head === undefined ? undefined : titleId}
    >
      {head === undefined ? null : <PaneHead {...head} titleId={titleId} />}
      {top}
      <div className={classNames(styles.body, body === 'fixed' && styles.fixed, padded && styles.padded)}>
        {children}
      </div>
    </section>
  );
}

export interface PaneHeadProps {
  readonly title: ReactNode;
  readonly titleId?: string | undefined;
  readonly level?: 2 | 3 | 4 | undefined;
  readonly hint?: ReactNode;
  readonly actions?: ReactNode;
  /** Draws a hairline below, for content that has none of its own. */
  readonly line?: boolean | undefined;
}

export function PaneHead({ title, titleId, level, hint, actions, line = false }: PaneHeadProps) {
  return (
    <div className={classNames(styles.paneHead, line && styles.line)}>
      <PaneTitle title={title} titleId={titleId} level={level} hint={hint} />
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}

type PaneTitleProps = Pick<PaneHeadProps, 'title' | 'titleId' | 'level' | 'hint'>;

/** Shows only the title, for a bar that belongs to something else, such as a table. */
export function PaneTitle({ title, titleId, level = 2, hint }: PaneTitleProps) {
  const Heading = `h${level}` as const;
  return (
    <>
      <Heading id={titleId} className={styles.paneTitle}>
        {title}
      </Heading>
      {hint === undefined ? null : <span className={inline.hint}>{hint}</span>}
    </>
  );
}

interface OpenedPaneProps {
  /** The label names the kind of item, as in "Message". */
  readonly label: string;
  /** The title is the item's name, as a person would paste it. */
  readonly title: string;
  readonly copyText: string;
  /** The label reads for example "Copy the message id". */
  readonly copyLabel: string;
  /** The label reads for example "Close the message". */
  readonly closeLabel: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Shows one item of a list beside it. J and K go to the next item, and the parent listens for them. */
export function OpenedPane(props: OpenedPaneProps) {
  const { label, title, copyText, copyLabel, closeLabel, onClose, children } = props;
  return (
    <section className={styles.opened} aria-label={label}>
      <PaneBar snug>
        <h2 className={styles.openedTitle} title={title}>
          {title}
        </h2>
        <div className={styles.openedActions}>
          <span className={styles.moves}>
            <Kbd keys={pageKeys.lists.nextRow} />
            <Kbd keys={pageKeys.lists.previousRow} />
          </span>
          <CopyButton text={copyText} label={copyLabel} />
          <IconButton
            icon="close"
            size="sm"
            label={closeLabel}
            shortcut={pageKeys.everywhere.close}
            onClick={onClose}
          />
        </div>
      </PaneBar>
      {children}
    </section>
  );
}

interface OpenedBodyProps {
  /** Leaves a little more room between the parts. */
  readonly loose?: boolean | undefined;
  readonly children: ReactNode;
}

/** Shows the details of the item below each other, and scrolls them. */
export function OpenedBody({ loose = false, children }: OpenedBodyProps) {
  return (
    <div ref={makeScrollReachable} className={classNames(styles.openedBody, loose && styles.loose)}>
      {children}
    </div>
  );
}

interface OpenedPartProps {
  readonly title: string;
  readonly level?: 3 | 4 | undefined;
  /** The label makes it a region. */
  readonly label?: string | undefined;
  /** Stands beside the title. */
  readonly hint?: ReactNode;
  /** Stands at the end of the title's line. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

/** Shows a part of the details under its own heading. */
export function OpenedPart({ title, level = 3, label, hint, end, children }: OpenedPartProps) {
  const Heading = `h${level}` as const;
  const heading = <Heading className={styles.partTitle}>{title}</Heading>;
  return (
    <section className={styles.part} aria-label={label}>
      {hint === undefined && end === undefined ? (
        heading
      ) : (
        <div className={styles.partHead}>
          {heading}
          {hint}
          {end === undefined ? null : <span className={styles.partEnd}>{end}</span>}
        </div>
      )}
      {children}
    </section>
  );
}

interface PaneBarProps {
  /** A low bar has the height of parts inside a page, not that of a page's title. */
  readonly low?: boolean | undefined;
  /** Draws a hairline below the bar. */
  readonly line?: boolean | undefined;
  /** The bar ends with a bare icon, which already has room around itself. */
  readonly snug?: boolean | undefined;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Heads a pane with the item's name, its state and its actions. */
export function PaneBar({ low = false, line = true, snug = false, actions, children }: PaneBarProps) {
  return (
    <header
      className={classNames(styles.bar, low && styles.low, line && styles.barLine, snug && styles.snug)}
    >
      {children}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

interface PaneBarTitleProps extends Omit<ComponentProps<'h2'>, 'className'> {
  /** The title belongs to the page itself or to a pane in it, or it is an id. */
  readonly of?: 'page' | 'pane' | 'id' | undefined;
}

export function PaneBarTitle({ of = 'pane', children, ...rest }: PaneBarTitleProps) {
  const Heading = of === 'page' ? 'h1' : 'h2';
  return (
    <Heading {...rest} className={classNames(styles.title, of === 'pane' ? styles.titleInPane : styles[of])}>
      {children}
    </Heading>
  );
}

interface ViewProps {
  readonly head?: ReactNode;
  /** Left out on a screen that reads nothing. */
  readonly foot?: ReactNode;
  readonly body?: 'scrolls' | 'fixed' | undefined;
  readonly children: ReactNode;
}

/** Lays out a screen: its head, its content, and below them the receipt of reading it. */
export function View({ head, foot, body = 'fixed', children }: ViewProps) {
  return (
    <div className={classNames(styles.view, foot === undefined && styles.bare)}>
      <div className={styles.viewTop}>{head}</div>
      <div className={classNames(styles.viewBody, body === 'fixed' && styles.fixed)}>{children}</div>
      <div className={styles.viewFoot}>{foot}</div>
    </div>
  );
}

interface ViewHeadProps {
  readonly title: ReactNode;
  readonly sub?: ReactNode;
  readonly actions?: ReactNode;
}

export function ViewHead({ title, sub, actions }: ViewHeadProps) {
  return (
    <header className={styles.viewHead}>
      <h1 className={styles.viewTitle}>{title}</h1>
      {sub === undefined ? null : <span className={styles.sub}>{sub}</span>}
      {actions === undefined ? null : <div className={styles.actions}>{actions}</div>}
    </header>
  );
}
