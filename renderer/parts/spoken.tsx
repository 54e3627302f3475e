/** What is said is read out from here; it is seen in the toasts. */
import { useEffect, useRef, useState } from 'react';
import type { Message } from '../store/ui-slice.ts';
import { useAppStore } from '../store/use-app.ts';

/** By then a dialog that closes with the message is gone, ms. */
const SETTLED = 100;
/** So long a message stays for a screen reader to take up, ms: another one does not take its place. */
const HEARD = 1000;

/** One in the frame and one in each dialog: while a dialog is open, all that is outside of it is silent. */
export function Spoken({ role }: { readonly role?: 'status' }) {
  const store = useAppStore();
  const region = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState<readonly (Message & { readonly at: number })[]>([]);
  useEffect(() => {
    const say = (message: Message): void => {
      const top = [...document.querySelectorAll('dialog:modal')].at(-1) ?? null;
      if (region.current === null || region.current.closest('dialog') !== top) return;
      const at = Date.now();
      setSaid((before) => [...before.filter((each) => at - each.at < HEARD), { ...message, at }]);
      setTimeout(() => setSaid((before) => before.slice(-1)), HEARD);
    };
    // It may have come before this part was loaded.
    const { message: first } = store.getState();
    if (role === 'status' && first.text !== '') setTimeout(say, SETTLED, first);
    return store.subscribe(({ message }, before) => {
      if (message !== before.message) setTimeout(say, SETTLED, message);
    });
  }, [store, role]);
  return (
    <div ref={region} role={role} aria-live="polite" aria-atomic={false} className="visually-hidden">
      {said.map(({ serial, text }) => (
        <p key={serial} className="sensitive">
          {text}
        </p>
      ))}
    </div>
  );
}
