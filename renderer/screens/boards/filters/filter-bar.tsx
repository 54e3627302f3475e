import { Suspense } from 'react';
import { later } from '../../../frame/load-later.ts';
import styles from './filter-bar.module.css';

const FilterLine = later((loaded) => loaded.FilterLine);

/** The line below the toolbar; its place is there before it is, so that the rows do not jump. */
export function FilterBar(): React.JSX.Element {
  return (
    <div className={styles.bar}>
      <Suspense>
        <FilterLine />
      </Suspense>
    </div>
  );
}
