import type { CSSProperties } from 'react';
import { BrandMark } from '#renderer/ui/brand-mark.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import { productIcons, type IconName } from '#renderer/ui/product-icons.ts';
import { StatusBadge } from '#renderer/ui/status.tsx';
import { Example, type GallerySection } from './example.tsx';
import styles from './foundation-sections.module.css';

export const foundationSections: readonly GallerySection[] = [
  { id: 'type', title: 'Type', note: 'Inter, JetBrains Mono', Section: TypeScale },
  { id: 'brand', title: 'Brand', note: 'a lifted gate, the water under it', Section: Brand },
  {
    id: 'palette',
    title: 'Palette',
    note: 'one accent, copper only for production',
    span: 2,
    Section: Palette,
  },
  { id: 'icons', title: 'Icons', note: 'asked for by meaning', span: 'all', Section: Icons },
];

function TypeScale() {
  return (
    <Example>
      <div className={styles.type}>
        <span>24</span>
        <span className={styles.figure}>8,412</span>
        <span>18</span>
        <span className={styles.page}>Dead letters</span>
        <span>15</span>
        <span className={styles.heading}>Reprocess 31</span>
        <span>13</span>
        <span>Carrier invoices</span>
        <span>12</span>
        <span className={styles.mono}>batch-01JC9Q4V8M7T</span>
        <span>11.5</span>
        <span className={styles.small}>first seen 14:06:52</span>
        <span>10.5</span>
        <StatusBadge status="FAILED" />
      </div>
    </Example>
  );
}

function Brand() {
  return (
    <Example>
      <div className={styles.brand}>
        <BrandMark size={64} />
        <BrandMark size={32} />
        <BrandMark />
        <BrandMark size={16} />
      </div>
    </Example>
  );
}

function Palette() {
  return (
    <Example>
      <ul className={styles.swatches}>
        {swatches.map(([name, token]) => (
          <li key={token}>
            <i style={{ '--swatch': `var(${token})` } as CSSProperties} />
            {name}
          </li>
        ))}
      </ul>
    </Example>
  );
}

function Icons() {
  return (
    <Example>
      <ul className={styles.icons}>
        {(Object.keys(productIcons) as IconName[]).map((name) => (
          <li key={name}>
            <Icon name={name} />
            <Icon name={name} size={14} />
            <Icon name={name} size={12} />
            {name}
          </li>
        ))}
      </ul>
    </Example>
  );
}

const swatches = [
  ['accent', '--accent-solid'],
  ['prod', '--prod-solid'],
  ['staging', '--stage-solid'],
  ['sunk', '--bg-sunk'],
  ['canvas', '--bg'],
  ['raised', '--bg-raised'],
  ['hover', '--bg-hover'],
  ['selected', '--bg-press'],
  ['hairline', '--line-1'],
  ['outline', '--line-2'],
  ['strong line', '--line-3'],
  ['processing', '--st-processing-solid'],
  ['review', '--st-review-solid'],
  ['failed', '--st-failed-solid'],
  ['succeeded', '--st-succeeded-solid'],
  ['queued', '--st-queued-solid'],
  ['timeout', '--st-timeout-solid'],
  ['series 1', '--data-1'],
  ['series 2', '--data-2'],
  ['series 3', '--data-3'],
  ['series 4', '--data-4'],
  ['series 5', '--data-5'],
  ['series 6', '--data-6'],
  ['text 1', '--text-1'],
  ['text 2', '--text-2'],
  ['text 3', '--text-3'],
] as const;
