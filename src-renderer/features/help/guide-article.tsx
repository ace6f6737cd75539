import { createElement, Fragment, type MouseEvent, type ReactNode } from 'react';
import { makeScrollReachable } from '#renderer/ui/make-scroll-reachable.ts';
import { plainText, type Block, type Inline, type Inlines } from '#shared/domain/guide-text.ts';
import { findLinkedPlace, type HelpPage, type HelpPlace } from './guide.ts';
import styles from './help.module.css';
import { messages } from './messages.ts';

/** The addresses of Help, which are made in app/ because it knows the routes. */
export interface HelpLinks {
  readonly hrefOf: (place: HelpPlace) => string;
  readonly follow: (place: HelpPlace) => void;
}

interface HelpLinkProps {
  readonly place: HelpPlace;
  readonly links: HelpLinks;
  readonly className?: string | undefined;
  readonly isCurrent?: boolean | undefined;
  readonly children: ReactNode;
}

export function HelpLink({ place, links, className, isCurrent, children }: HelpLinkProps) {
  return (
    <a
      href={links.hrefOf(place)}
      className={className}
      aria-current={isCurrent === true ? 'page' : undefined}
      onClick={(event) => {
        if (opensElsewhere(event)) return;
        event.preventDefault();
        links.follow(place);
      }}
    >
      {children}
    </a>
  );
}

/** The browser handles a link that opens in another tab or window. */
function opensElsewhere(event: MouseEvent): boolean {
  return event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
}

interface GuideArticleProps {
  readonly page: HelpPage;
  readonly links: HelpLinks;
}

/** Draws a page of the guide from its data. */
export function GuideArticle({ page, links }: GuideArticleProps) {
  return drawEach(page.blocks, (block) => <GuideBlock block={block} page={page} links={links} />);
}

/** The parts of a page are never added, removed or moved, so they need no keys. */
function drawEach<Part>(parts: readonly Part[], draw: (part: Part) => ReactNode): ReactNode {
  return createElement(Fragment, null, ...parts.map(draw));
}

interface GuideBlockProps extends GuideArticleProps {
  readonly block: Block;
}

function GuideBlock({ block, page, links }: GuideBlockProps) {
  const draw = (text: Inlines): ReactNode => <GuideInlines text={text} page={page} links={links} />;
  switch (block.kind) {
    case 'heading': {
      // The page's own head has the first level.
      const Heading = headings[block.level];
      return (
        <Heading id={block.level === 1 ? undefined : block.id} tabIndex={-1}>
          {draw(block.text)}
        </Heading>
      );
    }
    case 'paragraph':
      return <p>{draw(block.text)}</p>;
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul';
      return (
        <List>
          {drawEach(block.items, (item) => (
            <li>{draw(item)}</li>
          ))}
        </List>
      );
    }
    case 'table':
      return <GuideTable block={block} draw={draw} />;
    case 'code':
      return (
        <pre ref={makeScrollReachable}>
          <code>{block.text}</code>
        </pre>
      );
    default:
      return <GuidePicture block={block} pictures={page.pictures} />;
  }
}

const headings = { 1: 'h2', 2: 'h3', 3: 'h4' } as const;

interface GuideTableProps {
  readonly block: Extract<Block, { readonly kind: 'table' }>;
  readonly draw: (text: Inlines) => ReactNode;
}

function GuideTable({ block: { head, rows }, draw }: GuideTableProps) {
  return (
    <div className={styles.tableBox} ref={makeScrollReachable}>
      <table aria-label={head.map(plainText).join(', ')}>
        <thead>
          <tr>
            {drawEach(head, (cell) => (
              <th scope="col">{draw(cell)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {drawEach(rows, (row) => (
            <tr>
              {drawEach(row, (cell) => (
                <td>{draw(cell)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface GuidePictureProps {
  readonly block: Extract<Block, { readonly kind: 'picture' }>;
  readonly pictures: Readonly<Record<string, string>>;
}

/** Both pictures are named, and the style sheet shows that of the theme, which the person may have chosen here. */
function GuidePicture({ block: { dark, light, alt }, pictures }: GuidePictureProps) {
  return (
    <figure className={styles.picture}>
      <img className={styles.dark} src={pictures[dark]} alt={alt} width={1440} height={900} loading="lazy" />
      <img
        className={styles.light}
        src={pictures[light]}
        alt={alt}
        width={1440}
        height={900}
        loading="lazy"
      />
    </figure>
  );
}

interface GuideInlinesProps extends GuideArticleProps {
  readonly text: Inlines;
}

function GuideInlines({ text, page, links }: GuideInlinesProps) {
  return drawEach(text, (inline) => drawInline(inline, page, links));
}

function drawInline(inline: Inline, page: HelpPage, links: HelpLinks): ReactNode {
  switch (inline.kind) {
    case 'text':
      return inline.text;
    case 'code':
      return <code>{inline.text}</code>;
    case 'strong':
      return (
        <strong>
          <GuideInlines text={inline.text} page={page} links={links} />
        </strong>
      );
    default: {
      const inside = <GuideInlines text={inline.text} page={page} links={links} />;
      const place = findLinkedPlace(page, inline.to);
      if (place !== null) {
        return (
          <HelpLink place={place} links={links}>
            {inside}
          </HelpLink>
        );
      }
      // A link that leaves the guide is text: the console opens no other site, and the repository is not here.
      return <span title={describeOutside(page, inline.to)}>{inside}</span>;
    }
  }
}

function describeOutside({ file }: HelpPage, to: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(to)) return `${messages.page.outsideWeb}: ${to}`;
  return `${messages.page.outside}: ${new URL(to, `guide:///${file ?? ''}`).pathname.slice(1)}`;
}
