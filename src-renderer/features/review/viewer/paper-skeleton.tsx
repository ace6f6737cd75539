import { useDelayed, skeletonDelayMs } from '#renderer/ui/skeleton/use-delayed.ts';
import { SkeletonBar } from '#renderer/ui/skeleton/skeleton.tsx';
import { VisuallyHidden } from '#renderer/ui/visually-hidden/visually-hidden.tsx';
import styles from './paper-skeleton.module.css';

/** A sheet with nothing on it yet; what is there at once never flashes it. */
export function PaperSkeleton({ label }: { readonly label: string }) {
  const isDue = useDelayed(skeletonDelayMs);
  return (
    <>
      <VisuallyHidden>
        <output>{label}</output>
      </VisuallyHidden>
      {isDue ? (
        <div className={styles.sheet} aria-hidden>
          {bars.map((width, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- they never change
            <SkeletonBar key={index} width={width} />
          ))}
        </div>
      ) : null}
    </>
  );
}

const bars = ['34%', '22%', '100%', '58%', '64%', '49%', '61%', '100%', '40%', '28%'];
