import { classNames } from './class-names.ts';
import styles from './inline.module.css';
import { productIcons, type IconName } from './product-icons.ts';

type IconSize = 16 | 14 | 12;

interface IconProps {
  readonly name: IconName;
  readonly size?: IconSize | undefined;
  readonly className?: string | undefined;
}

/** Icons are decorative; the word beside one, or the label of its button, is read out instead. */
export function Icon({ name, size = 16, className }: IconProps) {
  const Glyph = productIcons[name];
  return (
    <Glyph
      aria-hidden
      size={size}
      strokeWidth={strokes[size]}
      absoluteStrokeWidth
      className={classNames(styles.icon, className)}
    />
  );
}

/** Strokes get thinner with size, so that small icons do not look bolder than the text beside them. */
const strokes: Record<IconSize, number> = { 16: 1.4, 14: 1.3, 12: 1.2 };
