import { Button } from '../parts/button.tsx';
import { FailureNotice } from '../parts/failure-notice.tsx';
import { useApp } from '../store/use-app.ts';

/** Shown in place of a screen when the start failed. */
export function StartFailed(): React.JSX.Element | null {
  const failure = useApp((state) => state.startFailure);
  const start = useApp((state) => state.start);
  // Locked, or without a policy: the screen that says so is about to come, and what it says is all there is to say.
  if (!failure || failure.code === 'locked' || failure.code === 'policy') return null;
  return (
    <>
      <FailureNotice look="strip" failure={failure} />
      <div className="column-3 start padded">
        <p>Easel could not read your saved connections. Nothing was changed.</p>
        <Button variant="primary" onClick={() => void start()}>
          Try again
        </Button>
      </div>
    </>
  );
}
